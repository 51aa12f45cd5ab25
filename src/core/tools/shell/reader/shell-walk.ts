import type { AndOr, Assignment, Command, HereDoc, Pipeline, Redirection, Statement, SyntaxNode, Word } from "unbash";
import { forEachChild, parse } from "unbash";
import type { Sentence } from "../../../base/sentence";
import { sentence } from "../../../base/sentence";
import { baseName } from "./base-name";
import type { Folders } from "./command-folder";
import { folderAfter, joinFolders, START_FOLDER } from "./command-folder";
import { isWhole } from "./shell-gaps";
import type { Input, ShellReading, SimpleCommand, Unruly } from "./shell-reader";
import type { ShellWord } from "./shell-word";
import { readWord } from "./shell-word";

/** Where a command stands in the text. */
interface Scope {
  readonly folders: Folders;
  /** "list": at the top, in nothing but a row of pipelines. */
  readonly place: "list" | "inside";
  /** What positions count in: a script between backquotes has its own text, with one level of escapes taken off. */
  readonly source: string;
  readonly inputs: readonly Input[];
}

/** Where the shell is afterwards, by how the command ended. */
interface Ends {
  readonly succeeded: Folders;
  readonly failed: Folders;
}

interface Redirects {
  readonly writes: readonly string[];
  readonly inputs: readonly Input[];
}

/** Nesting deeper than this is obfuscation, not work. */
export const MAX_NESTING = 8;

/** Variables a loop may set without steering the shell or its programs: not PATH, IFS, GIT_DIR or http_proxy. */
const LOOP_VARIABLE = /^(?!.*_proxy$)[a-z][a-z0-9_]*$/;

/** Collects every command of a syntax tree. What it does not know by kind is never let pass by a rule. */
export class ShellWalk {
  private readonly commands: SimpleCommand[] = [];
  private unclear: Sentence | undefined;
  private unruly: Unruly | undefined;
  private pipelines: string[] | undefined = [];
  private depth = 0;

  private readonly source: string;
  private readonly hasHereDocument: boolean;

  constructor(source: string) {
    this.source = source;
    this.hasHereDocument = /<<(?!<)/.test(source);
  }

  read(): ShellReading {
    this.script(parse(this.source), { folders: START_FOLDER, place: "list", source: this.source, inputs: [] });
    return {
      commands: this.commands,
      ...(this.unclear === undefined ? {} : { unclear: this.unclear }),
      ...(this.unruly === undefined ? {} : { unruly: this.unruly }),
      ...(this.pipelines === undefined ? {} : { pipelines: this.pipelines }),
    };
  }

  private script(script: ReturnType<typeof parse>, outer: Scope): void {
    const scope = { ...outer, source: script.source ?? outer.source };
    if (script.errors !== undefined && script.errors.length > 0)
      this.unclear ??= sentence("it is not valid shell text");
    this.checkGaps(script, scope);
    if (this.depth > MAX_NESTING) this.unclear ??= sentence("it is nested too deeply");
    this.depth++;
    this.statements(script.commands, scope);
    this.depth--;
  }

  private statements(statements: readonly Statement[], scope: Scope): Folders {
    let { folders } = scope;
    for (const { command, background } of statements) {
      const ends = this.node(command, { ...scope, folders });
      if (background !== true) folders = joinFolders(ends.succeeded, ends.failed);
    }
    return folders;
  }

  private node(node: SyntaxNode, scope: Scope): Ends {
    this.checkGaps(node, scope);
    if (node.type === "AndOr") return this.andOr(node, scope);
    const inside: Scope = { ...scope, place: "inside" };
    if (scope.place === "list" && (node.type === "Pipeline" || node.type === "Command"))
      this.pipelines?.push(scope.source.slice(node.pos, node.end));
    if (node.type === "Pipeline") return this.pipeline(node, inside);
    if (node.type === "Command") return this.command(node, inside);
    if (scope.place === "list") this.pipelines = undefined;
    return same(this.compound(node, inside));
  }

  /** A here-document stands between commands, and no rule lets it pass anyway. */
  private checkGaps(node: SyntaxNode, { source }: Scope): void {
    const parts: SyntaxNode[] = [];
    forEachChild(node, (part) => parts.push(part));
    if (!this.hasHereDocument && !isWhole(node, parts, source)) this.unclear ??= sentence("it is not valid shell text");
  }

  private andOr({ commands, operators }: AndOr, scope: Scope): Ends {
    let ends: Ends = { succeeded: scope.folders, failed: scope.folders };
    commands.forEach((part, index) => {
      const operator = operators[index - 1];
      const next = this.node(part, { ...scope, folders: operator === "||" ? ends.failed : ends.succeeded });
      if (operator === undefined) ends = next;
      else if (operator === "&&") ends = { succeeded: next.succeeded, failed: joinFolders(ends.failed, next.failed) };
      else ends = { succeeded: joinFolders(ends.succeeded, next.succeeded), failed: next.failed };
    });
    return ends;
  }

  /** Each part of a pipeline is a shell of its own. */
  private pipeline({ commands }: Pipeline, scope: Scope): Ends {
    const [only] = commands;
    if (only !== undefined && commands.length === 1) {
      const { succeeded, failed } = this.node(only, scope);
      return same(joinFolders(succeeded, failed));
    }
    commands.forEach((part, index) => {
      this.node(part, index === 0 ? scope : { ...scope, inputs: [{ kind: "pipe" }] });
    });
    return same(scope.folders);
  }

  private compound(node: SyntaxNode, scope: Scope): Folders {
    this.checkGaps(node, scope);
    switch (node.type) {
      case "Redirected": {
        const { writes, inputs } = this.redirects(node.redirects, scope);
        if (writes.length > 0) this.add({ program: "", words: [], assignments: [], writes, inputs }, scope);
        return this.compound(node.command, inputs.length === 0 ? scope : { ...scope, inputs });
      }
      case "Subshell":
        this.compound(node.body, scope);
        return scope.folders;
      case "BraceGroup":
        return this.compound(node.body, scope);
      case "CompoundList":
        return this.statements(node.commands, scope);
      case "If": {
        const folders = this.compound(node.clause, scope);
        for (const branch of node.elif) this.checkGaps(branch, scope);
        const branches = [node.then, ...node.elif.flatMap(({ clause, then }) => [clause, then]), node.else];
        const ends = branches.map((part) =>
          part === undefined ? folders : this.compound(part, { ...scope, folders }),
        );
        return this.staying(ends, folders);
      }
      case "While":
        return this.staying([this.compound(node.clause, scope), this.compound(node.body, scope)], scope.folders);
      case "For":
        node.wordlist?.forEach((word) => this.word(word, scope));
        if (!LOOP_VARIABLE.test(node.name.text)) this.unruly ??= "variable";
        return this.staying([this.compound(node.body, scope)], scope.folders);
      default:
        this.unruly ??= "compound";
        this.nested(node, scope);
        return undefined;
    }
  }

  /** A branch or loop that ends elsewhere leaves later commands, or its own next round, in a folder nobody can tell. */
  private staying(ends: readonly Folders[], before: Folders): Folders {
    if (ends.some((end) => end?.join("\n") !== before?.join("\n"))) this.unruly ??= "folder";
    return before;
  }

  private command({ name, prefix, suffix }: Command, scope: Scope): Ends {
    const redirections = [...prefix, ...suffix].filter(isRedirection);
    const { writes, inputs } = this.redirects(redirections, scope);
    const args = suffix.flatMap((part) => (isRedirection(part) ? [] : [part]));
    const assignments = prefix.flatMap((part) => (part.type === "Assignment" ? [part] : []));
    for (const part of assignments) this.nested(part, scope);
    const words = [
      ...(name === undefined ? [] : [this.word(name, scope)]),
      ...args.map((arg) => (arg.type === "Word" ? this.word(arg, scope) : this.assignedWord(arg, scope))),
    ];
    const program = words[0]?.text ?? "";
    this.add(
      {
        program,
        words: words.map((word, index) => (index === 0 ? { ...word, text: baseName(program) } : word)),
        assignments: assignments.map(({ text }) => text),
        writes,
        inputs: inputs.length > 0 ? inputs : scope.inputs,
      },
      scope,
    );
    return { succeeded: folderAfter(words, scope.folders), failed: scope.folders };
  }

  private add(command: Omit<SimpleCommand, "folders">, { folders }: Scope): void {
    this.commands.push({ ...command, folders });
  }

  private word(word: Word, scope: Scope): ShellWord {
    const reading = readWord(word);
    if (reading.problem === "two-readings") this.unclear ??= sentence("it can be read in two ways");
    if (reading.problem === "unruly") this.unruly ??= "expansion";
    this.nested(word, scope);
    return reading.word;
  }

  /** `export A=1`: the shell's own commands take assignments as arguments. */
  private assignedWord(assignment: Assignment, scope: Scope): ShellWord {
    this.unruly ??= "variable";
    this.nested(assignment, scope);
    return { text: assignment.text, yields: "anything", leads: "any", candidates: [] };
  }

  /** Scripts inside a word, an expression or a construct that is not looked at otherwise. */
  private nested(node: SyntaxNode, scope: Scope): void {
    forEachChild(node, (child) => {
      if (child.type === "Script") this.script(child, { ...scope, place: "inside", inputs: [] });
      else if (child.type === "Statement") this.statements([child], scope);
      else if (child.type === "Word" || !isCommandNode(child)) this.nested(child, scope);
      else this.node(child, scope);
    });
  }

  private redirects(redirections: readonly Redirection[], scope: Scope): Redirects {
    const all = redirections.map((redirection) => this.redirect(redirection, scope));
    return { writes: all.flatMap(({ writes }) => writes), inputs: all.flatMap(({ inputs }) => inputs) };
  }

  private redirect(redirection: Redirection, scope: Scope): Redirects {
    if (redirection.type === "HereDoc") return this.hereDoc(redirection, scope);
    const { descriptor, operator, target } = redirection;
    const number = descriptor?.type === "FileDescriptor" ? descriptor.value : undefined;
    if (descriptor?.type === "FileDescriptorVariable" || (number ?? 0) > 2) this.unruly ??= "redirection";
    if (target === undefined) {
      this.unclear ??= sentence("it is not valid shell text");
      return NO_REDIRECTS;
    }
    const word = this.word(target, scope);
    if (operator === "<<<") return { writes: [], inputs: [{ kind: "text", text: word.text }] };
    if (/^[<>]&$/.test(operator) && word.yields === "exact" && /^(?:[0-2]|-)$/.test(word.text)) return NO_REDIRECTS;
    if (operator === "<" || operator === "<&") {
      if (operator === "<&" || (number ?? 0) > 0 || word.yields !== "exact" || isDevice(word.text))
        this.unruly ??= "redirection";
      return { writes: [], inputs: [{ kind: "file", word }] };
    }
    const isDropped = word.yields === "exact" && word.text === "/dev/null" && operator !== "<>";
    return isDropped ? NO_REDIRECTS : { writes: [word.text], inputs: [] };
  }

  private hereDoc({ body, delimiter, closing }: HereDoc, scope: Scope): Redirects {
    if (closing === undefined || delimiter === undefined) this.unclear ??= sentence("it contains a here-document");
    this.unruly ??= "here-document";
    this.nested(body, scope);
    return { writes: [], inputs: [{ kind: "text", text: body.text }] };
  }
}

const NO_REDIRECTS: Redirects = { writes: [], inputs: [] };

const same = (folders: Folders): Ends => ({ succeeded: folders, failed: folders });

const isRedirection = (part: SyntaxNode): part is Redirection =>
  part.type === "Redirect" || part.type === "HereString" || part.type === "HereDoc";

/** Bash opens a connection for `/dev/tcp/…`; the only device that is surely no more than empty is the null device. */
const isDevice = (path: string): boolean => path.startsWith("/dev/") && path !== "/dev/null";

const isCommandNode = ({ type }: SyntaxNode): boolean => COMMAND_NODES.has(type);

const COMMAND_NODES: ReadonlySet<string> = new Set([
  ...["AndOr", "Pipeline", "Command", "Redirected", "Subshell", "BraceGroup", "CompoundList", "If", "While", "For"],
  ...["Case", "Select", "Function", "Coproc", "ArithmeticFor", "ArithmeticCommand", "TestCommand"],
]);
