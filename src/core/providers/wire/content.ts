import type { ImagePart, TextPart, ToolMessage } from "../../conversation/message";
import { visibleContent } from "../../conversation/render";
import { isBlank } from "../../conversation/wire-turns";
import type { Model } from "../../models/model";

/** APIs refuse an empty result, and a model that sees none calls again. */
const EMPTY_RESULT: TextPart = { type: "text", text: "(no output)" };
const UNSEEN_IMAGE: TextPart = { type: "text", text: "[image left out: this model reads text only]" };

/**
 * Ends a request whose last words are the model's own (a reply that broke off or ran into the window). Newer models
 * refuse to go on from their own words, and older ones would glue the rest to them without a seam.
 */
export const CONTINUE_REQUEST = "(Your last reply broke off. Go on from where it stopped, without repeating it.)";

export type Content = readonly (TextPart | ImagePart)[];

/** What of some content this model may be sent: no blank text, and no pictures for a model that cannot see. */
export const sendable = (content: Content, model: Model): Content =>
  content
    .filter((part) => part.type === "image" || !isBlank(part.text))
    .map((part) => (part.type === "image" && model.sees === "text" ? UNSEEN_IMAGE : part));

/** A result as this model is sent it; never empty, because the call waits for an answer. */
export function resultContent(message: ToolMessage, model: Model): Content {
  const content = sendable(visibleContent(message.body), model);
  return content.length === 0 ? [EMPTY_RESULT] : content;
}

export const imageUrl = (part: ImagePart): string => `data:${part.mediaType};base64,${part.base64}`;
