import { escapeHtml } from '../api/messages/render.ts'

/** A plain page for people; `body` is HTML. */
export function htmlPage(language: string, direction: string, title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}" dir="${escapeHtml(direction)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>body{font-family:sans-serif;line-height:1.5;margin:2em auto;max-width:50em;padding:0 1em}pre{white-space:pre-wrap;overflow-wrap:anywhere}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`
}
