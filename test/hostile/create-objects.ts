// Creates one object of each kind on the translation platform, so that requests reach existing objects.
import type { Known } from './known.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

type Creation = readonly [path: string, body: Record<string, unknown>]

/** Uses the API as an administrator. Ignores errors about existing objects. */
export async function createObjects(url: string, key: string, { places }: Known): Promise<void> {
  const place = places.find(({ project }) => project === 'harbour-library') ?? places[0]
  if (!place) return
  const project = `/api/projects/${place.project}/`
  const component = `/api/components/${place.project}/${place.component.replaceAll('/', '%252F')}/`
  const notice = { message: 'Look', severity: 'info' }
  const creations: Creation[] = [
    ['/api/categories/', { project: `${url}${project}`, name: 'Shelf', slug: 'shelf' }],
    ['/api/component-lists/', { name: 'Core', slug: 'core' }],
    ['/api/groups/', { name: 'Crew', project_selection: 0, language_selection: 0 }],
    ['/api/roles/', { name: 'Helper', permissions: ['unit.edit'] }],
    ['/api/users/', { username: 'Visitor', full_name: 'Visitor', email: 'visitor@example.org' }],
    ['/api/users/Visitor/notifications/', { notification: 'RepositoryNotification', scope: 0, frequency: 1 }],
    ['/api/reports/', { kind: 'counts', start: '2026-01-01', end: '2026-12-31' }],
    [`${project}labels/`, { name: 'Short', color: 'navy' }],
    [`${project}announcements/`, notice],
    [`${project}languages/${place.language}/announcements/`, notice],
    [`${project}backups/`, {}],
    [`${project}reports/`, { kind: 'counts', start: '2026-01-01', end: '2026-12-31' }],
    [`${component}announcements/`, notice],
    [`${component}addons/`, { name: 'weblate.removal.comments', configuration: { age: 30 } }],
    ['/api/webhooks/', { webhook_url: 'https://receiver.example/', events: ['recentchange'] }],
    [`${project}webhooks/`, { webhook_url: 'https://receiver.example/' }],
    ['/api/screenshots/', { name: 'Desk', project_slug: place.project, component_slug: place.component, language_code: place.language, image: PIXEL }], // biome-ignore format: one line
  ]
  for (const [path, body] of creations) {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Token ${key}`, ...('image' in body ? {} : { 'content-type': 'application/json' }) },
      body: 'image' in body ? formOf(body) : JSON.stringify(body),
    })
    await answer.arrayBuffer()
  }
}

function formOf(body: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    form.set(name, name === 'image' ? new File([Buffer.from(PIXEL, 'base64')], 'desk.png') : String(value))
  return form
}
