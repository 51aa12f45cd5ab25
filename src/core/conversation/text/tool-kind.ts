import { joinPattern } from "../../base/text";
import type { ToolMessage } from "../message";

const showing = joinPattern(
  [
    "^(?:(?:fs_?)?(?:read|view|open|cat|list|ls|dir|glob|find|search|grep|rg|ripgrep|codebase|notebook)(?:[_-]?\\w+)?|",
    "(?:get|show)_?(?:file|content|code|lines)\\w*)$",
  ],
  "i",
);

/** Shows what files hold, and reports nothing itself: an "error" in it is a word of somebody's code. */
export const showsContent = ({ toolName, failed }: ToolMessage): boolean => !failed && showing.test(toolName);
