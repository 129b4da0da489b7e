const FORMATS: Readonly<Record<string, string>> = {
  wikitext: 'text/x-wiki',
  css: 'text/css',
  javascript: 'text/javascript',
  json: 'application/json',
}

/** The media type of a content model: each model has exactly one. */
export const contentFormat = (model: string): string => FORMATS[model] ?? 'text/plain'

/** Content models accepted by API parameters. `unknown` is MediaWiki's name for models it no longer supports. */
export const CONTENT_MODELS = [
  ...(['Scribunto', 'css', 'javascript', 'json', 'sanitized-css', 'text', 'unknown', 'wikitext'] as const),
] as const

/** Models of extensions, for parameters with content models. */
export const MODEL_SETTINGS = {
  settingvalues: { Scribunto: 'Scribunto', 'sanitized-css': 'TemplateStyles' },
} as const

export const CONTENT_FORMATS = [
  ...(['application/json', 'application/octet-stream', 'application/unknown', 'application/x-binary'] as const),
  ...(['text/css', 'text/javascript', 'text/plain', 'text/unknown', 'text/x-wiki', 'unknown/unknown'] as const),
] as const
