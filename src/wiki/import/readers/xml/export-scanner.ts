import type { ExportContent, ExportEvent } from './export-events.ts'
import {
  contentOf,
  contributorOf,
  type Frame,
  logItemOf,
  MissingPart,
  namespacesOf,
  newFrame,
  pageOf,
  revisionOf,
  siteInfoOf,
  uploadOf,
} from './export-frames.ts'
import { type Container, containers, type Leaf } from './export-grammar.ts'
import { type XmlLimits, XmlTokens } from './xml-tokens.ts'

/** Versions of the export format, oldest first; those before 0.10 differ only in what they leave out. */
const VERSIONS = ['0.3', '0.4', '0.5', '0.6', '0.7', '0.8', '0.9', '0.10', '0.11']

interface Level {
  readonly name: string
  readonly container: Container
  readonly frame: Frame
  readonly position: number
}

/** Where to resume in an export: the start of a page or log item, as reported by events. */
export interface ExportResume {
  readonly position: number
}

/**
 * Converts an export into events. The page header comes first and each revision as soon as it is complete, so memory
 * use is limited by the largest text, not by the number of revisions.
 */
export class ExportScanner {
  readonly #tokens: XmlTokens
  readonly #levels: Level[] = []
  #leaf: Leaf | undefined
  #pieces: Buffer[] | string[] = []
  #skipDepth = 0
  #headerSent = false
  #language: string | undefined
  #events: ExportEvent[] = []
  readonly #lenient: boolean

  /** With `lenient`, accepts handwritten exports without a version or revision IDs. */
  constructor(file: string, limits: Partial<XmlLimits> = {}, resume?: ExportResume, lenient = false) {
    this.#lenient = lenient
    this.#tokens = new XmlTokens(file, limits, resume?.position ?? 0, resume === undefined ? [] : ['mediawiki'])
    if (resume !== undefined) this.#enter('mediawiki')
  }

  push(chunk: Buffer): ExportEvent[] {
    const tokens = this.#tokens
    this.#events = []
    tokens.push(chunk)
    for (;;) {
      const token = tokens.next(this.#leaf === undefined)
      if (token === 'more') return this.#events
      if (token === 'open') this.#opened()
      else if (token === 'close') this.#closed()
      else this.#text()
    }
  }

  finish(): void {
    this.#tokens.finish()
  }

  #opened(): void {
    const tokens = this.#tokens
    if (this.#skipDepth > 0) {
      this.#skipDepth++
      return
    }
    if (this.#leaf !== undefined) throw tokens.error(`has <${tokens.name}> inside <${this.#leaf.field}>`)
    const level = this.#levels.at(-1)
    if (level === undefined) {
      this.#openRoot()
      return
    }
    const leaf = level.container.leaves.get(tokens.name)
    if (leaf !== undefined) this.#openLeaf(level, leaf)
    else if (level.container.children.has(tokens.name)) {
      if (level.name === 'page') this.#sendHeader(level)
      this.#enter(tokens.name)
    } else this.#skipDepth = 1
  }

  #openRoot(): void {
    const tokens = this.#tokens
    if (tokens.name !== 'mediawiki') {
      throw tokens.error(`is not a MediaWiki export: its outermost element is <${tokens.name}>, not <mediawiki>`)
    }
    const version = tokens.attributes.get('version')
    if (!this.#lenient && (version === undefined || !VERSIONS.includes(version))) {
      throw tokens.error(
        `has export version ${version ?? '(none)'}; ${VERSIONS[0]} to ${VERSIONS.at(-1)} are supported`,
      )
    }
    this.#language = tokens.attributes.get('xml:lang')
    this.#enter('mediawiki')
  }

  #enter(name: string): void {
    const { position, attributes } = this.#tokens
    const frame = newFrame[name]!()
    if ('position' in frame) frame.position = position
    if (name === 'contributor') frame.deleted = attributes.has('deleted')
    if (name === 'page') this.#headerSent = false
    if (name === 'siteinfo') frame.language = this.#language
    this.#levels.push({ name, container: containers.get(name)!, frame, position })
  }

  #openLeaf(level: Level, leaf: Leaf): void {
    const tokens = this.#tokens
    const { attributes } = tokens
    if (level.name === 'page' && this.#headerSent) {
      throw tokens.error(`has <${tokens.name}> after the revisions of its page`)
    }
    this.#leaf = leaf
    this.#pieces = []
    if (leaf.deleted !== undefined) level.frame[leaf.deleted] = attributes.has('deleted')
    if (leaf.field === 'text') {
      const bytes = attributes.get('bytes')
      if (bytes !== undefined) level.frame.bytes = this.#integer(bytes)
      level.frame.textSha1 = attributes.get('sha1') || undefined
      level.frame.textId = attributes.get('id')
      level.frame.textLocation = attributes.get('location')
    } else if (leaf.field === 'redirect') this.#pieces = [attributes.get('title') ?? '']
    else if (leaf.field === 'contents' && attributes.get('encoding') !== 'base64') {
      throw tokens.error('has <contents> that is not valid base64')
    } else if (level.name === 'namespaces') {
      level.frame.key = attributes.get('key')
      level.frame.case = attributes.get('case')
    }
  }

  #text(): void {
    const tokens = this.#tokens
    if (this.#skipDepth > 0) return
    if (this.#leaf === undefined) {
      if (!tokens.isBlank()) throw tokens.error(`has text directly inside <${this.#levels.at(-1)!.name}>`)
    } else if (this.#leaf.type === 'bytes') (this.#pieces as Buffer[]).push(tokens.textBytes())
    else (this.#pieces as string[]).push(tokens.text())
  }

  #closed(): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth--
    } else if (this.#leaf !== undefined) {
      this.#closeLeaf(this.#levels.at(-1)!, this.#leaf)
      this.#leaf = undefined
    } else this.#closeLevel(this.#levels.pop()!)
  }

  #closeLeaf({ name, frame }: Level, leaf: Leaf): void {
    if (name === 'namespaces') {
      namespacesOf(frame).push({
        id: this.#integer(String(frame.key)),
        case: frame.case as string | undefined,
        name: this.#pieces.join(''),
      })
    } else if (leaf.type === 'bytes') frame[leaf.field] = this.#bytes(frame, leaf)
    else if (leaf.type === 'flag') frame[leaf.field] = true
    else {
      const text = this.#pieces.length === 1 ? (this.#pieces[0] as string) : this.#pieces.join('')
      const hidden = leaf.deleted !== undefined && frame[leaf.deleted] === true
      if (leaf.type === 'integer') frame[leaf.field] = this.#integer(text)
      else if (!hidden) frame[leaf.field] = text
      if (leaf.field === 'title') this.#tokens.inside = `page "${text}"`
    }
  }

  #bytes(frame: Frame, leaf: Leaf): Buffer | undefined {
    const pieces = this.#pieces as Buffer[]
    const joined = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
    if (leaf.field === 'contents') return Buffer.from(joined.toString('latin1'), 'base64')
    // A stub gives a location instead of the text; an empty element without a location is an empty text.
    const elsewhere = frame.textId !== undefined || frame.textLocation !== undefined
    if (joined.length === 0 && (frame.textDeleted === true || (elsewhere && frame.bytes !== 0))) return undefined
    return joined
  }

  #closeLevel(level: Level): void {
    const tokens = this.#tokens
    const parent = this.#levels.at(-1)?.frame
    try {
      this.#deliver(level, parent)
    } catch (error) {
      if (error instanceof MissingPart) throw tokens.error(`has ${error.message}`, level.position)
      throw error
    }
  }

  #deliver(level: Level, parent: Frame | undefined): void {
    const { name, frame, position } = level
    switch (name) {
      case 'siteinfo':
        this.#events.push(siteInfoOf(frame))
        break
      case 'namespaces':
        parent!.namespaces = namespacesOf(frame)
        break
      case 'contributor':
        parent!.contributor = contributorOf(frame)
        break
      case 'content': {
        const slot = contentOf(frame, (frame.role as string | undefined) ?? '')
        const others = (parent!.otherSlots as ExportContent[] | undefined) ?? []
        parent!.otherSlots = [...others, slot]
        break
      }
      case 'revision':
        if (this.#lenient) frame.id ??= 0
        this.#events.push(revisionOf(frame, position))
        break
      case 'upload':
        this.#events.push(uploadOf(frame))
        break
      case 'logitem':
        this.#events.push(logItemOf(frame))
        this.#tokens.inside = undefined
        break
      case 'page':
        this.#sendHeader(level)
        this.#events.push({ kind: 'page-end', position: this.#tokens.endPosition })
        this.#tokens.inside = undefined
    }
  }

  #sendHeader({ frame, position }: Level): void {
    if (this.#headerSent) return
    this.#headerSent = true
    try {
      this.#events.push(pageOf(frame))
    } catch (error) {
      throw this.#tokens.error(`has ${(error as Error).message}`, position)
    }
  }

  #integer(text: string): number {
    if (!/^\s*-?[0-9]{1,15}\s*$/.test(text)) {
      throw this.#tokens.error(`has "${text.slice(0, 40)}" where a number is expected`)
    }
    return Number(text)
  }
}
