import type { AgentEvent } from "../../core/agent/events";
import type { ControlsPicture } from "../../protocol/status";

export const firstControls: ControlsPicture = { mode: "agent", approval: "ask", effort: null, efforts: [] };

export function foldControls(controls: ControlsPicture, event: AgentEvent): ControlsPicture {
  switch (event.type) {
    case "controls-changed":
      return { ...controls, ...event.controls };
    case "session-opened":
    case "model-changed": {
      const efforts = event.model.efforts ?? firstControls.efforts;
      return efforts === controls.efforts ? controls : { ...controls, efforts };
    }
    default:
      return controls;
  }
}
