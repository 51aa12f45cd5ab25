import "./running.css";
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { HostMessage } from "../../../src/protocol/messages";
import { Button, Icon } from "../../shared/components/controls";
import { listen, post } from "../../shared/host/host";
import { word } from "../../shared/language/words";

const state = signal<Extract<HostMessage, { type: "workspace" }>["state"]>("ready");

export function connectBanner(): void {
  listen((message) => {
    if (message.type === "workspace") state.value = message.state;
  });
}

/** Says what this window lacks, with the way to get it. */
export const WorkspaceBanner = (): JSX.Element | null => {
  const now = state.value;
  if (now === "ready") return null;
  return (
    <div class="workspace-banner" data-testid="workspace-banner" data-state={now} role="status">
      <Icon name={now === "untrusted" ? "shield" : "folder"} />
      <span>{word(now === "untrusted" ? "bannerUntrusted" : "bannerNoFolder")}</span>
      <Button
        label={word(now === "untrusted" ? "manageTrust" : "openFolder")}
        testId="mend-workspace"
        onClick={() => post({ type: "mend-workspace", state: now })}
      />
    </div>
  );
};
