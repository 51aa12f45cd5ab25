import type { JsonObject } from "../../../base/json";

/** A call the model can correct; its message says how. */
export class ToolArgumentError extends Error {
  override readonly name = "ToolArgumentError";
}

export interface CountLimits {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

/** Arguments as a model sends them: numbers may come as text, too large ones are pulled to the bound. */
export class ToolArguments {
  private readonly values: JsonObject;

  constructor(values: JsonObject) {
    this.values = values;
  }

  text(name: string): string {
    const text = this.optionalText(name);
    if (text === undefined) throw new ToolArgumentError(`${name} is missing: give it as a text that is not empty.`);
    return text;
  }

  optionalText(name: string): string | undefined {
    const value = this.values[name];
    if (value === undefined || value === null || value === "") return undefined;
    if (typeof value !== "string") throw new ToolArgumentError(`${name} must be a text.`);
    return value;
  }

  /** The first choice where nothing is said. */
  choice<Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
    const text = this.optionalText(name);
    if (text === undefined) return choices[0];
    const chosen = choices.find((choice) => choice === text);
    if (chosen === undefined) throw new ToolArgumentError(`${name} must be one of ${choices.join(", ")}.`);
    return chosen;
  }

  count(name: string, { usual, least, most }: CountLimits): number {
    const value = this.values[name];
    if (value === undefined || value === null) return usual;
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number !== "number" || !Number.isFinite(number))
      throw new ToolArgumentError(`${name} must be a number.`);
    return Math.min(most, Math.max(least, Math.floor(number)));
  }
}
