import { languageName } from '../shared/texts.ts'
import { Forms, standing } from './bits.tsx'
import type { Work } from './types.ts'

/** The translation into another language. */
export function OtherLanguage({ of }: { readonly of: Work['other_languages'][number] }) {
  const { look, word } = standing(of)
  return (
    <div class="tr-hit">
      <Forms of={of.target} in={of.language} />
      <div class="tr-meta">
        <span class={`chip ${look}`}>
          <i />
          {languageName(of.language)}
        </span>
        {word}
      </div>
    </div>
  )
}
