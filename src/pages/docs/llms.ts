import { GROUPS, type Group, type Library } from './library.ts'

const NAMES: Readonly<Record<Group, string>> = {
  begin: 'Getting started',
  run: 'Run a site',
  apis: 'APIs',
  action: 'Action API: modules',
  rest: 'REST API: resources',
  develop: 'Development',
  decisions: 'Optional',
}

/** `/llms.txt`: one line per page of the documentation, linking to its Markdown source. */
export function llmsText({ docs }: Library, siteUrl: string): string {
  const site = siteUrl.replace(/\/+$/, '')
  const groups = GROUPS.map(group => {
    const lines = docs
      .filter(doc => doc.group === group)
      .map(({ title, path, summary }) => `- [${title}](${site}/docs/${path}.md)${summary === '' ? '' : `: ${summary}`}`)
    return lines.length === 0 ? [] : [`## ${NAMES[group]}\n\n${lines.join('\n')}`]
  })
  return `# Parlance

> A wiki and a translation platform on one database. The wiki serves MediaWiki's Action API (${site}/w/api.php), the
> translation platform Weblate's REST API (${site}/api/). OpenAPI descriptions of both: ${site}/w/openapi.json and
> ${site}/api/schema/?format=json. Agents can use the tools of ${site}/mcp (Model Context Protocol).

All links below lead to Markdown. For the same page as HTML, replace \`.md\` with a slash.

${groups.flat().join('\n\n')}
`
}
