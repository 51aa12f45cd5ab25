import type { JSX } from "preact";
import { Icon, IconButton } from "../../shared/components/controls";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { header } from "../state/store";

/** The model that answers, beside the message it will answer. The offline model has the way to a key next to it. */
export const ModelButton = (): JSX.Element | null => {
  if (header.value === null) return null;
  const { model } = header.value;
  const isRehearsal = model.kind === "rehearsal";
  return (
    <>
      <button
        type="button"
        class="composer-choice model"
        data-testid="select-model"
        title={isRehearsal ? word("rehearsalNotice") : (model.note ?? word("selectModel"))}
        onClick={() => post({ type: "select-model" })}
      >
        <span class="visually-hidden">{word("selectModel")}: </span>
        {isRehearsal ? <Icon name="beaker" /> : null}
        <span class="ellipsis">{model.label || word("noModel")}</span>
        <Icon name="chevron-down" />
      </button>
      {isRehearsal ? (
        <IconButton icon="key" label={word("addKey")} testId="add-key" onClick={() => post({ type: "add-key" })} />
      ) : null}
    </>
  );
};
