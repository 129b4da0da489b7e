import { escapeHtml } from '../messages/render.ts'

/** The `fm` formats: the answer as a page for people who try the API in a browser. */
export function htmlPage(format: string, text: string): string {
  return `<!DOCTYPE html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<title>API result</title>
<style>body{font-family:sans-serif;margin:2em;max-width:80em}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f8f9fa;border:1px solid #eaecf0;padding:1em}</style>
</head>
<body>
<p>This is the ${escapeHtml(format.toUpperCase())} answer laid out for reading. Programs ask for <code>format=${escapeHtml(format)}</code> instead.
See the <a href="?action=help">help</a> for every module and parameter.</p>
<pre class="api-pretty-content">${escapeHtml(text)}</pre>
</body>
</html>
`
}
