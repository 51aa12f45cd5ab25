/**
 * Providers refuse in many languages, with the same few words about sizes. They are replaced by those that the patterns
 * know, so that one grammar reads all of them. Longer words come first.
 */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/コンテキスト|컨텍스트|contexte|kontext/g, "context"],
  [/トークン|토큰|jetons?/g, "token"],
  [/プロンプト|프롬프트/g, "prompt"],
  [/入力|입력|eingabe|entrée|entrada/g, " input "],
  [/出力|출력|ausgabe|sortie|salida|saída/g, "输出"],
  [/リクエスト|요청|anfrage|requête|solicitud|petición|requisição|richiesta/g, " the request "],
  [/超え|초과/g, "超过"],
  [/최대/g, "最大"],
  [/höchstens|au (?:plus|maximum)|como máximo|no máximo|al massimo/g, "at most"],
  [/überschreitet|dépasse|supera|excede/g, "exceeds"],
  [/輸/g, "输"],
  [/過/g, "过"],
  [/長/g, "长"],
  [/數/g, "数"],
  [/請/g, "请"],
  [/對/g, "对"],
  [/話/g, "话"],
  [/歷/g, "历"],
  [/範圍/g, "范围"],
  [/於/g, "于"],
  [/內/g, "内"],
  [/鐘/g, "钟"],
  [/時/g, "时"],
  [/餘額/g, "余额"],
  [/無效/g, "无效"],
  [/後/g, "后"],
];

/** "41.000 Token": the dot parts thousands where three digits follow it and the unit follows them. */
const DOTTED = /(?<![\w.,])(\d{1,3}(?:\.\d{3})+)(?= ?token)/g;

/** The text in the words of the patterns, in lower case. */
export function plainWords(text: string): string {
  const lower = text.toLowerCase();
  const known = WORDS.reduce((rest, [word, plain]) => rest.replace(word, plain), lower);
  return known.replace(DOTTED, (number) => number.replaceAll(".", ""));
}
