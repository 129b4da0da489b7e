const FORMATS: Readonly<Record<string, string>> = {
  wikitext: 'text/x-wiki',
  css: 'text/css',
  javascript: 'text/javascript',
  json: 'application/json',
}

/** The media type in which content of a model is written: each model has exactly one. */
export const contentFormat = (model: string): string => FORMATS[model] ?? 'text/plain'
