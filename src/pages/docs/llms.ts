import { GROUPS, type Group, type Library } from './library.ts'

const NAMES: Readonly<Record<Group, string>> = {
  begin: 'Begin',
  run: 'Run a site',
  apis: 'APIs',
  action: 'Action API: modules',
  rest: 'REST API: resources',
  develop: 'Build on it',
  decisions: 'Optional',
}

/** `/llms.txt`: what there is to read, for programs that read: a line for each text, which leads to its Markdown. */
export function llmsText({ docs }: Library, siteUrl: string): string {
  const site = siteUrl.replace(/\/+$/, '')
  const groups = GROUPS.map(group => {
    const lines = docs
      .filter(doc => doc.group === group)
      .map(({ title, path, summary }) => `- [${title}](${site}/docs/${path}.md)${summary === '' ? '' : `: ${summary}`}`)
    return lines.length === 0 ? [] : [`## ${NAMES[group]}\n\n${lines.join('\n')}`]
  })
  return `# Parlance

> A wiki and a translation platform over one database. The wiki answers as MediaWiki's Action API does (${site}/w/api.php), the
> translation platform as Weblate's REST API does (${site}/api/). Both are described in OpenAPI too: ${site}/w/openapi.json and
> ${site}/api/schema/?format=json.

Every text below is Markdown; without \`.md\` and with a slash at its end, its address shows the same as a page.

${groups.flat().join('\n\n')}
`
}
