/** `/bin/rm` is `rm` to a rule that forbids, and so is `rm.exe`. */
export const baseName = (program: string): string =>
  program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1).replace(/\.exe$/i, "");
