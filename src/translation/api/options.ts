import type { Field, Fields } from '#fields/field.ts'
import { PARSED_TYPES } from './body.ts'
import type { Renderer } from './negotiation.ts'
import type { Method, Operation, Resource } from './resource.ts'

const labelOf = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function describe(name: string, field: Field): Record<string, unknown> {
  return {
    type: field.type,
    required: field.required && !field.readOnly,
    read_only: field.readOnly,
    label: labelOf(name),
    ...(field.help !== undefined && { help_text: field.help }),
    ...field.about,
    ...(field.inner && field.type === 'nested object' && { children: describeAll(field.inner.fields) }),
  }
}

const describeAll = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !field.guard)
      .map(([name, field]) => [name, describe(name, field)]),
  )

/** The OPTIONS response: description of the resource, its formats, and the fields this caller could send. */
export function describeResource(
  resource: Resource,
  renderers: readonly Renderer[],
  offered: Partial<Record<Method, Operation>>,
): Record<string, unknown> {
  const actions: Record<string, unknown> = {}
  for (const method of ['POST', 'PUT'] as const) {
    const operation = offered[method]
    if (operation) actions[method] = describeAll({ ...operation.answer?.fields, ...operation.body })
  }
  return {
    name: resource.name,
    description: resource.description,
    renders: [...new Set(renderers.map(renderer => renderer.mediaType))],
    parses: PARSED_TYPES,
    ...(Object.keys(actions).length > 0 && { actions }),
  }
}
