// Math: formulas in TeX, and chemistry, as MathML.

import { checkAttributes } from '../../sanitize/attributes.ts'
import { killMarkers } from '../../state/strip-markers.ts'
import { escapeHtml, trim } from '../../text.ts'
import type { Extension, TagCall } from '../extension.ts'
import { spendOnLibrary } from '../library-work.ts'
import { openTag } from '../markup.ts'
import { mathMl, TexFault } from './tex.ts'

const MODULE = 'ext.math.styles'
const LONGEST = 2000

const MESSAGES = {
  'math-tracking-category-error': 'Pages with math errors',
  'math-tracking-category-error-desc': 'A formula on the page cannot be shown.',
  math_failure: 'Failed to parse',
  math_syntax_error: 'syntax error',
  math_unknown_function: 'unknown function',
  'math-too-long': 'the formula has more than 2000 characters',
}

const chemistry = { html: (call: TagCall) => formula(call, `\\ce{${texOf(call)}}`) }

export const math: Extension = {
  name: 'Math',
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:Math',
  about: 'Shows formulas in TeX, and chemistry, as MathML.',
  tags: {
    math: { html: call => formula(call, call.attributes.has('chem') ? `\\ce{${texOf(call)}}` : texOf(call)) },
    chem: chemistry,
    ce: chemistry,
  },
  messages: MESSAGES,
  styles: {
    module: MODULE,
    css: '.mwe-math-element math{font-size:1.1em}.mwe-math-element-block{margin-block:.5em;overflow:auto hidden}.texerror{overflow-wrap:anywhere}',
  },
}

const texOf = ({ inner, state }: TagCall): string => trim(killMarkers(state.strip.restoreNowiki(inner ?? '')))

function formula(call: TagCall, tex: string): string {
  const { state, attributes } = call
  if (texOf(call) === '') return ''
  state.output.styles.add(MODULE)
  const display = attributes.get('display') ?? ''
  const isBlock = display === 'block'
  try {
    if (tex.length > LONGEST) throw new TexFault('math-too-long', '')
    // A character takes some ten microseconds.
    spendOnLibrary(state, tex, 0.1)
    const html = mathMl(isBlock || display === 'inline' ? tex : `\\displaystyle ${tex}`, isBlock)
    const element = isBlock ? 'div' : 'span'
    const own = checkAttributes(attributes, element)
    const kind = isBlock ? 'block' : 'inline'
    const outer = new Map([
      ['class', `mwe-math-element mwe-math-element-${kind}${own.has('class') ? ` ${own.get('class')}` : ''}`],
    ])
    for (const name of ['id', 'style']) if (own.has(name)) outer.set(name, own.get(name)!)
    return `${openTag(element, outer)}${html}</${element}>`
  } catch (error) {
    if (!(error instanceof TexFault)) throw error
    state.output.addTrackingCategory('math-tracking-category-error', MESSAGES['math-tracking-category-error'])
    const fault = `${call.message(error.key)}${error.message === '' ? '' : ` ${error.message}`}`
    const words = `${call.message('math_failure')} (${fault}): ${tex.slice(0, LONGEST)}`
    return `<strong class="error texerror">${escapeHtml(words).replaceAll('\n', ' ')}</strong>`
  }
}
