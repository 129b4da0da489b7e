import type { MatrixRow, PRESET_TEXTS } from '../../src/html/notification-matrix.ts'
import { api } from '../shared/api.ts'

// Uses the public REST API, so programs can do everything this page does.

export type PresetName = keyof typeof PRESET_TEXTS

export interface PresetNumbers {
  readonly preset: PresetName
  readonly chosen: boolean
  readonly mails: number
  readonly complete: boolean
}

export interface ToldMail {
  readonly timestamp: string
  readonly frequency: number
  readonly subject: string
}

export interface Preview {
  readonly mails: number
  readonly complete: boolean
  readonly list: readonly ToldMail[]
}

interface Wire {
  readonly id: number
  readonly notification: string
  readonly scope: number
  readonly frequency: number
  readonly project: { readonly name: string; readonly slug: string } | null
  readonly component: {
    readonly name: string
    readonly slug: string
    readonly category: string | null
    readonly project: { readonly name: string; readonly slug: string }
    readonly web_url: string
  } | null
}

const rowOf = ({ project, component, ...row }: Wire): MatrixRow => ({
  id: row.id,
  notification: row.notification,
  scope: row.scope,
  frequency: row.frequency,
  place: component
    ? { name: `${component.project.name} / ${component.name}`, path: pathOf(component) }
    : project && { name: project.name, path: project.slug },
})

/** `project/component` as in the URL of the component's page, including categories. */
const pathOf = (component: NonNullable<Wire['component']>): string => {
  const [, path] = /\/projects\/(.+?)\/?$/.exec(component.web_url) ?? []
  return path === undefined ? `${component.project.slug}/${component.slug}` : decodeURIComponent(path)
}

export class Settings {
  readonly #user: string

  constructor(user: string) {
    this.#user = `/api/users/${encodeURIComponent(user)}/`
  }

  async rows(): Promise<MatrixRow[]> {
    const { results } = await api<{ results: Wire[] }>(`${this.#user}notifications/?page_size=1000`)
    return results.map(rowOf)
  }

  async add(notification: string, scope: number, frequency: number, path?: string): Promise<MatrixRow> {
    const place = path === undefined ? {} : scope === 30 ? { project: path } : { component: path }
    const body = { notification, scope, frequency, ...place }
    return rowOf(await api<Wire>(`${this.#user}notifications/`, { method: 'POST', body }))
  }

  async change({ id }: MatrixRow, frequency: number): Promise<void> {
    await api(`${this.#user}notifications/${id}/`, { method: 'PATCH', body: { frequency } })
  }

  async remove({ id }: MatrixRow): Promise<void> {
    await api(`${this.#user}notifications/${id}/`, { method: 'DELETE' })
  }

  presets(signal?: AbortSignal): Promise<PresetNumbers[]> {
    return api(`${this.#user}notification-presets/`, signal ? { signal } : {})
  }

  async choose(preset: PresetName): Promise<void> {
    await api(`${this.#user}notification-presets/`, { method: 'POST', body: { preset } })
  }

  preview(signal?: AbortSignal): Promise<Preview> {
    return api(`${this.#user}notification-preview/`, signal ? { signal } : {})
  }

  async watch(slugs: readonly string[]): Promise<void> {
    await api(this.#user, { method: 'PATCH', body: { profile: { watched: slugs } } })
  }
}
