import type { XmlElement, XmlListener } from './read-xml.ts'

const SVG = 'http://www.w3.org/2000/svg'
/** Default size of a drawing without dimensions. */
const USUAL_SIDE = 512
const MOVING: ReadonlySet<string> = new Set([
  ...['script', 'animate', 'set', 'animateMotion', 'animateColor', 'animateTransform'],
])

/** Pixels per unit; font-relative units assume typical fonts. */
const UNITS: Readonly<Record<string, number>> = {
  px: 1,
  pt: 1.25,
  pc: 15,
  mm: 3.543307,
  cm: 35.43307,
  in: 90,
  em: 16,
  ex: 12,
  '': 1,
}

/** Collects the properties of a drawing. */
export class DrawingFacts implements XmlListener {
  /** Null until the root element is known, and if it is not `svg`. */
  #size: { readonly width: number; readonly height: number } | null = null
  #error: string | null = null
  readonly #said: Record<string, unknown> = {}
  readonly #languages = new Map<string, number>()
  readonly #prefixes = new Map<string, number>()
  /** The field being read, and the depth of its element. */
  #field: { readonly name: string; readonly depth: number } | null = null
  #metadata: MetadataText | null = null

  open(element: XmlElement): void {
    if (element.depth === 0) this.#root(element)
    if (element.depth > 1) this.#inner(element)
    this.#metadata?.open(element)
    if (element.depth !== 1 || element.namespace !== SVG) return
    const { local } = element
    if (!element.isEmpty && (local === 'title' || local === 'desc'))
      this.#field = { name: local === 'title' ? 'title' : 'description', depth: 1 }
    if (local === 'metadata') this.#metadata = new MetadataText()
    if (local === 'script') this.#said.animated = true
  }

  text(text: string): void {
    if (this.#field && text.trim() !== '') this.#said[this.#field.name] = text.trim()
    this.#metadata?.text(text)
  }

  close(element: XmlElement): void {
    if (this.#field?.depth === element.depth) this.#field = null
    if (this.#metadata && element.depth === 1) {
      this.#said.metadata = this.#metadata.result
      this.#metadata = null
    } else this.#metadata?.close(element)
  }

  #root(element: XmlElement): void {
    if (element.local !== 'svg' || element.namespace !== SVG)
      this.#error = `Expected <svg> tag, got ${element.local} in NS ${element.namespace}`
    else this.#size = sizeOf(element, this.#said)
  }

  #inner({ namespace, local, attributes }: XmlElement): void {
    if (namespace !== SVG || this.#metadata || this.#field) return
    if (MOVING.has(local)) this.#said.animated = true
    const languages = attributes.find(({ name }) => name === 'systemLanguage')?.value ?? ''
    for (const language of languages.split(',').map(each => each.trim())) {
      if (isLanguage(language)) this.#languages.set(language, 2)
      const prefix = language.slice(0, Math.max(0, language.indexOf('-')))
      if (isLanguage(prefix)) this.#prefixes.set(prefix, 1)
    }
  }

  get width(): number {
    return this.#size?.width ?? 0
  }

  get height(): number {
    return this.#size?.height ?? 0
  }

  get metadata(): Record<string, unknown> {
    if (this.#error !== null) return { version: 2, error: { message: this.#error, code: 0 } }
    const translations = Object.fromEntries([
      ...this.#languages,
      ...[...this.#prefixes].filter(([language]) => !this.#languages.has(language)),
    ])
    const { width, height } = this
    return {
      version: 2,
      width,
      height,
      originalWidth: '100%',
      originalHeight: '100%',
      ...this.#said,
      translations: Object.keys(translations).length > 0 ? translations : [],
    }
  }
}

const isLanguage = (text: string): boolean => /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(text)

function sizeOf(
  { attributes }: XmlElement,
  fields: Record<string, unknown>,
): { readonly width: number; readonly height: number } {
  const value = (name: string): string | undefined => attributes.find(attribute => attribute.name === name)?.value
  const box = (value('viewBox') ?? '').trim().split(/\s*[\s,]\s*/)
  const [viewWidth, viewHeight] = box.length === 4 ? [pixels(box[2]!), pixels(box[3]!)] : [0, 0]
  const aspect = viewWidth > 0 && viewHeight > 0 ? viewWidth / viewHeight : 1
  const given = (name: string): string | null => (value(name) === '0' ? null : (value(name) ?? null))
  const [ownWidth, ownHeight] = [given('width'), given('height')]
  if (ownWidth) fields.originalWidth = ownWidth
  if (ownHeight) fields.originalHeight = ownHeight
  const width = ownWidth ? pixels(ownWidth, USUAL_SIDE) : null
  const height = ownHeight ? pixels(ownHeight, USUAL_SIDE / aspect) : null
  const size = {
    width: width ?? (height === null ? USUAL_SIDE : height * aspect),
    height: height ?? (width ?? USUAL_SIDE) / aspect,
  }
  if (!(size.width > 0 && size.height > 0)) return { width: USUAL_SIDE, height: USUAL_SIDE }
  return { width: Math.round(size.width), height: Math.round(size.height) }
}

/** `whole` is the reference for percentages. */
function pixels(length: string, whole = USUAL_SIDE): number {
  const found = /^\s*([-+]?\d*(?:\.\d+|\d+)(?:[Ee][-+]?\d+)?)\s*(em|ex|px|pt|pc|cm|mm|in|%|)\s*$/.exec(length)
  if (!found) return Number.parseFloat(length) || 0
  const [, number, unit] = found as unknown as [string, string, string]
  return unit === '%' ? Number(number) * 0.01 * whole : Number(number) * UNITS[unit]!
}

/** The inner XML of an element. Namespaces declared further out are redeclared on its outermost elements. */
class MetadataText {
  readonly #parts: string[] = []
  readonly #inner: ReadonlyMap<string, string>[] = []
  /** Position for declarations in the current outermost element, and those it needs. */
  #room = 0
  #needed = new Map<string, string>()

  get result(): string {
    return this.#parts.join('').trim()
  }

  open(element: XmlElement): void {
    const { written, attributes, declared, isEmpty } = element
    if (this.#inner.length === 0) this.#needed = new Map()
    this.#inner.push(declared)
    this.#need(prefixOf(written), element.namespace)
    const own = [...declared].map(([prefix, uri]) => declaration(prefix, uri))
    this.#parts.push(`<${written}${own.join('')}`)
    if (this.#inner.length === 1) this.#room = this.#parts.push('') - 1
    for (const { written: name, value } of attributes) this.#parts.push(` ${name}="${escaped(value)}"`)
    this.#parts.push(isEmpty ? '/>' : '>')
  }

  #need(prefix: string, uri: string): void {
    if (uri !== '' && !this.#inner.some(declared => declared.has(prefix))) this.#needed.set(prefix, uri)
  }

  text(text: string): void {
    this.#parts.push(escaped(text).replaceAll('&quot;', '"'))
  }

  close({ written, isEmpty }: XmlElement): void {
    if (!isEmpty) this.#parts.push(`</${written}>`)
    this.#inner.pop()
    if (this.#inner.length > 0) return
    this.#parts[this.#room] = [...this.#needed].map(([prefix, uri]) => declaration(prefix, uri)).join('')
  }
}

const prefixOf = (written: string): string => (written.includes(':') ? written.slice(0, written.indexOf(':')) : '')
const declaration = (prefix: string, uri: string): string =>
  ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escaped(uri)}"`

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, mark => MARKS[mark]!)
