import { CacheFollower } from '#events/change-follower.ts'
import { appendChange } from '#events/change-log.ts'
import { readColour, shadesOf } from '#html/colours.ts'
import { type Face, type FaceLogo, PURPOSES, type Purpose, STANDARD_NAME } from '#html/face.ts'
import type { Clock } from '#store/clock.ts'
import { readSetting, replaceSetting } from '#store/site-settings.ts'
import type { Reader, Store, Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { Config } from './config.ts'

/** Site settings with these keys. The logo has its own, because only its address is needed on every page. */
const FACE = 'face'
export const LOGO = 'face-logo'
/** Kind of the entries in the change log. */
const CHANGED = 'appearance'

/** What administrators chose. Absent values are the defaults. */
export interface ChosenFace {
  readonly name?: string
  readonly purpose?: Purpose
  readonly front?: 'overview' | 'wiki'
  /** Content language of a wiki that was not imported. */
  readonly language?: string
  /** `#rrggbb`. */
  readonly colour?: string
  readonly logo?: { readonly digest: string; readonly type: FaceLogo['type'] }
  readonly licence?: { readonly text: string; readonly url: string }
  readonly privacy?: string
  readonly about?: string
}

/** The settings as stored, to detect that someone else changed them. */
export interface StoredFace {
  readonly chosen: ChosenFace
  readonly text: string | null
  /** Language of an imported wiki, which is not chosen here. */
  readonly importedLanguage: string | null
  /** Name of an imported wiki, which it keeps until another is chosen. */
  readonly importedName: string | null
}

type Naming = Pick<Config, 'siteName'>

/** The face of this site as this process knows it. All processes follow changes through the change log. */
export class SiteFace {
  readonly #db: Reader
  readonly #naming: Naming
  readonly #follower = new CacheFollower(async changes => {
    if (changes === null || changes.some(isFaceChange)) await this.#load()
  })
  #current!: Face

  private constructor(db: Reader, naming: Naming) {
    this.#db = db
    this.#naming = naming
  }

  static async open({ read }: Store, naming: Naming): Promise<SiteFace> {
    const face = new SiteFace(read, naming)
    await face.freshen()
    return face
  }

  /** As of the last `freshen`. The same object until something changes. */
  get current(): Face {
    return this.#current
  }

  /** Loads what was changed since the last call. Call it before showing the face to a user. */
  async freshen(): Promise<Face> {
    await this.#follower.catchUp(this.#db)
    return this.#current
  }

  async #load(): Promise<void> {
    this.#current = faceOf(await storedFace(this.#db), this.#naming)
  }

  /** For jobs: reads the settings, whatever else has changed on the site. */
  async reload(): Promise<Face> {
    await this.#load()
    return this.#current
  }
}

const isFaceChange = ({ area, kind }: { readonly area: string; readonly kind: string }): boolean =>
  area === 'site' && kind === CHANGED

export async function storedFace(db: Reader): Promise<StoredFace> {
  const text = await readSetting(db, FACE)
  const { general } = storedObject<{ general: Record<string, unknown> }>(await readSetting(db, 'siteinfo'))
  const imported = (name: string): string | null => {
    const value = typeof general === 'object' && general !== null ? general[name] : undefined
    return typeof value === 'string' ? value : null
  }
  return {
    chosen: valid(storedObject(text)),
    text,
    importedLanguage: imported('lang'),
    importedName: imported('sitename'),
  }
}

/** Without values of the wrong kind. */
function valid(stored: Readonly<Record<string, unknown>>): ChosenFace {
  const text = (name: string) => {
    const value = stored[name]
    return typeof value === 'string' && value !== '' ? { [name]: value } : {}
  }
  const object = (name: string) => {
    const value = stored[name]
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  }
  const purpose = PURPOSES.find(each => each === stored.purpose)
  const front = (['overview', 'wiki'] as const).find(each => each === stored.front)
  const colour = typeof stored.colour === 'string' ? readColour(stored.colour) : null
  const { digest, type } = object('logo')
  const logoType = (['image/svg+xml', 'image/png'] as const).find(each => each === type)
  const licence = object('licence')
  return {
    ...text('name'),
    ...text('language'),
    ...text('privacy'),
    ...text('about'),
    ...(purpose && { purpose }),
    ...(front && { front }),
    ...(colour !== null && { colour }),
    ...(typeof digest === 'string' && /^[\w-]{1,64}$/.test(digest) && logoType && { logo: { digest, type: logoType } }),
    ...(typeof licence.text === 'string' && {
      licence: { text: licence.text, url: typeof licence.url === 'string' ? licence.url : '' },
    }),
  }
}

/** The name in the configuration takes precedence. */
export function faceOf({ chosen, importedLanguage }: StoredFace, { siteName }: Naming): Face {
  const name = siteName ?? chosen.name ?? null
  const purpose = chosen.purpose ?? 'both'
  const { logo, colour } = chosen
  return {
    name: name ?? STANDARD_NAME,
    isNamed: name !== null,
    purpose,
    beginsInWiki: (chosen.front ?? (purpose === 'wiki' ? 'wiki' : 'overview')) === 'wiki',
    language: importedLanguage ?? chosen.language ?? 'en',
    shades: colour === undefined ? null : shadesOf(colour),
    logo: logo
      ? { path: `/site-logo?v=${logo.digest}`, png: `/site-logo.png?v=${logo.digest}`, type: logo.type }
      : null,
    foot: { licence: chosen.licence ?? null, privacy: chosen.privacy ?? null, about: chosen.about ?? null },
  }
}

/**
 * Saves the face and logs which parts changed. Returns false if it is not what `before` says, because someone else saved
 * it meanwhile.
 */
export async function saveFace(
  tx: Writer,
  clock: Clock,
  before: StoredFace,
  chosen: ChosenFace,
  accountId: number,
): Promise<boolean> {
  const names = [...new Set([...Object.keys(before.chosen), ...Object.keys(chosen)])] as (keyof ChosenFace)[]
  const changed = names.filter(name => JSON.stringify(before.chosen[name]) !== JSON.stringify(chosen[name]))
  if (changed.length === 0) return true
  if (!(await replaceSetting(tx, FACE, before.text, chosen))) return false
  const values = (face: ChosenFace) => Object.fromEntries(changed.map(name => [name, face[name] ?? null]))
  await appendChange(tx, clock, {
    area: 'site',
    kind: CHANGED,
    accountId,
    subject: changed.join(', '),
    data: { before: values(before.chosen), after: values(chosen) },
  })
  return true
}
