import { normalizedCss } from '../../wikitext/sanitize/check-style.ts'
import type { Doctype } from './doctype.ts'
import type { XmlElement, XmlListener } from './read-xml.ts'

/** Why a file is rejected: a message key and its parameters. */
export type Fault = readonly [key: string, ...params: string[]]

const NAMESPACES: ReadonlySet<string> = new Set([
  '',
  'adobe:ns:meta/',
  'http://creativecommons.org/ns#',
  'http://inkscape.sourceforge.net/dtd/sodipodi-0.dtd',
  ...[
    ...['adobeillustrator/10.0/', 'adobesvgviewerextensions/3.0/', 'extensibility/1.0/', 'flows/1.0/'],
    ...['illustrator/1.0/', 'imagereplacement/1.0/', 'pdf/1.3/', 'photoshop/1.0/', 'saveforweb/1.0/', 'variables/1.0/'],
    ...['xap/1.0/', 'xap/1.0/g/', 'xap/1.0/g/img/', 'xap/1.0/mm/', 'xap/1.0/rights/', 'xap/1.0/stype/dimensions#'],
    ...['xap/1.0/stype/font#', 'xap/1.0/stype/manifestitem#', 'xap/1.0/stype/resourceevent#'],
    ...['xap/1.0/stype/resourceref#', 'xap/1.0/t/pg/'],
  ].map(part => `http://ns.adobe.com/${part}`),
  'http://purl.org/dc/elements/1.1/',
  'http://purl.org/dc/elements/1.1',
  'http://schemas.microsoft.com/visio/2003/svgextensions/',
  'http://sodipodi.sourceforge.net/dtd/sodipodi-0.dtd',
  'http://taptrix.com/inkpad/svg_extensions',
  'http://web.resource.org/cc/',
  'http://www.freesoftware.fsf.org/bkchem/cdml',
  'http://www.inkscape.org/namespaces/inkscape',
  'http://www.opengis.net/gml',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/tr/rec-rdf-syntax/',
  'http://www.w3.org/2000/01/rdf-schema#',
])

const DOCTYPES: ReadonlySet<string> = new Set([
  'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd',
  'http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd',
  'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11-basic.dtd',
  'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11-tiny.dtd',
  'http://www.w3.org/TR/2001/PR-SVG-20010719/DTD/svg10.dtd',
])

const SCRIPTED: ReadonlySet<string> = new Set(['script', 'handler', 'stylesheet', 'iframe'])
/** Attributes that hold a CSS value. */
const STYLED: ReadonlySet<string> = new Set([
  ...['font', 'clip-path', 'fill', 'filter', 'marker', 'marker-end', 'marker-mid', 'marker-start', 'mask', 'stroke'],
])

/** Finds content that would be executed or fetched when a drawing is opened. Reports the last one found. */
export class HostileParts implements XmlListener {
  readonly #texts: string[] = []
  #found: Fault | null = null
  #namespace: string | null = null

  get fault(): Fault | null {
    if (this.#found === null) return null
    return this.#namespace === null ? this.#found : ['uploadscriptednamespace', this.#namespace]
  }

  open(): void {
    this.#texts.push('')
  }

  text(text: string): void {
    const last = this.#texts.length - 1
    if (last >= 0) this.#texts[last] += text.trim()
  }

  instruction(target: string): void {
    if (/xml-stylesheet/i.test(target)) this.#found = ['upload-scripted-pi-callback']
  }

  doctype({ external }: Doctype): void {
    if (!external) return
    const { type, publicId, systemId } = external
    const isKnown = type === 'PUBLIC' && DOCTYPES.has(systemId) && publicId.startsWith('-//W3C//')
    if (!isKnown) this.#found = ['upload-scripted-dtd']
  }

  close(element: XmlElement): void {
    const text = this.#texts.pop() ?? ''
    const lower = element.name.toLowerCase()
    const name = lower.slice(lower.lastIndexOf(':') + 1)
    const namespace = lower.slice(0, Math.max(0, lower.length - name.length - 1))
    if (!NAMESPACES.has(namespace) && !/^&(#38;)*ns_[a-z_]+;$/.test(namespace)) {
      this.#namespace = namespace
      this.#found = ['uploadscriptednamespace', namespace]
      return
    }
    const fault = elementFault(name, text) ?? firstFault(name, element)
    if (fault) this.#found = fault
  }
}

function elementFault(name: string, text: string): Fault | null {
  if (SCRIPTED.has(name)) return ['uploaded-script-svg', name]
  return name === 'style' && isHostileCss(normalizedCss(text)) ? ['uploaded-hostile-svg'] : null
}

function firstFault(name: string, { attributes }: XmlElement): Fault | null {
  for (const attribute of attributes) {
    const fault = attributeFault(name, attribute.name, attribute.value.toLowerCase())
    if (fault) return fault
  }
  return null
}

const afterColon = (name: string): string => name.slice(name.lastIndexOf(':') + 1)

const PICTURE_DATA =
  /^data:\s*image\/(?:gif|jpeg|jpg|png)(?:;[\w!#$&'*+.^`{|}~-]+=(?:[\w!#$&'*+.^`{|}~-]+|"(?:[^"\\\r]|\\.)*"))*(?:;base64)?,/i
const REMOTE = /(?:http|https|data|script):/i

function attributeFault(element: string, written: string, value: string): Fault | null {
  const name = afterColon(written.toLowerCase())
  if (name.startsWith('on')) return ['uploaded-event-handler-on-svg', written, value]
  if (name === 'href' && value !== '' && !value.startsWith('data:') && !value.startsWith('#'))
    if (!(element === 'a' && /^https?:\/\//.test(value)))
      return ['uploaded-href-attribute-svg', element, written, value]
  if (name === 'href' && value.startsWith('data:') && !PICTURE_DATA.test(value))
    return ['uploaded-href-unsafe-target-svg', element, written, value]
  if (name === 'attributename') {
    if (element === 'animate' && afterColon(value) === 'href') return ['uploaded-animate-svg', element, written, value]
    if ((element === 'set' || element === 'animate') && value.startsWith('on'))
      return ['uploaded-setting-event-handler-svg', element, name, value]
    if (element === 'set' && value.includes('href')) return ['uploaded-setting-href-svg']
  }
  if (element === 'set' && name === 'to' && REMOTE.test(value)) return ['uploaded-wrong-setting-svg', value]
  if (name === 'handler' && REMOTE.test(value)) return ['uploaded-setting-handler-svg', written, value]
  if (name === 'style' && isHostileCss(normalizedCss(value))) return ['uploaded-remote-url-svg', written, value]
  if (STYLED.has(name) && isHostileCss(value)) return ['uploaded-remote-url-svg', written, value]
  if (element === 'image' && name === 'filter' && /url\s*\(\s*["']?[^#]/i.test(value))
    return ['uploaded-image-filter-svg', element, name, value]
  return null
}

/** Whether CSS fetches or executes something. Fonts may be embedded. */
function isHostileCss(css: string): boolean {
  // Collapses whitespace, so that the patterns below cannot backtrack over it.
  const text = css.replace(/\s+/g, ' ')
  if (/@import|expression|-o-(?:link|link-source|replace) ?:/i.test(text)) return true
  const rest = text.replace(/@font-face ?\{[^{}]*\}/gi, rule => rule.replace(/src: ?url ?\( ?"data:;base64,/gi, ''))
  for (const [, next] of rest.matchAll(/(?:url|image|image-set) ?\( ?["']? ?(.|$)/gi)) if (next !== '#') return true
  return /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(css)
}
