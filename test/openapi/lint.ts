import { createConfig, lintFromString } from '@redocly/openapi-core'

/** Findings of the Redocly linter, one per line, with its strict rules and some more. */
export async function findings(document: object, own: Record<string, 'error' | 'off'> = {}): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'operation-description': 'error',
      'operation-singular-tag': 'error',
      'parameter-description': 'error',
      'tag-description': 'error',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'no-invalid-schema-examples': 'error',
      'no-schema-type-mismatch': 'error',
      // The tests use a site on example.org.
      'no-server-example.com': 'off',
      ...own,
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), config, absoluteRef: '/openapi.json' })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)
}

type Node = Record<string, unknown>

/** Parameters, bodies and object properties without a description or an example, except in the parts left out. */
export function undescribed(document: object, leftOut?: string): string[] {
  const missing: string[] = []
  const visit = (node: unknown, at: string, isMember: boolean): void => {
    if (typeof node !== 'object' || node === null) return
    const { description, example, examples, $ref, anyOf, items, format, type } = node as Node & { items?: Node }
    const leads = (each: Node | undefined): boolean =>
      each !== undefined && (each.$ref !== undefined || each.properties !== undefined || leads(each.items as Node))
    const isInner = $ref !== undefined || leads(items) || (anyOf as Node[] | undefined)?.some(leads)
    // Objects have examples in their properties, and files need none.
    const isLeaf = !isInner && format !== 'binary' && type !== 'object'
    if (isMember && !description) missing.push(`${at} has no description`)
    if (isMember && isLeaf && example === undefined && examples === undefined) missing.push(`${at} has no example`)
    for (const [name, each] of Object.entries(node as Node)) {
      if (name === leftOut) continue
      if (/^(example|examples|default|enum)$/.test(name) && !at.endsWith('/properties')) continue
      // A shared parameter is described at its definition.
      const isParameter = Array.isArray(node) && at.endsWith('/parameters') && !(each as Node).$ref
      const isNamed = at.endsWith('/properties') || at === '/components/parameters'
      visit(each, `${at}/${name}`, (isNamed && !Array.isArray(node)) || isParameter)
    }
  }
  visit(document, '', false)
  return missing
}
