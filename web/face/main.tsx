// Shows the name, colour, purpose and logo of the site in the preview while they are chosen.
import { LEAST_CONTRAST, readColour, shadesOf } from '../../src/html/colours.ts'
import { t } from '../shared/texts.ts'
import './face.css'

const previews = document.querySelectorAll<HTMLElement>('.face-preview')
const all = (selector: string): HTMLElement[] =>
  [...previews].flatMap(each => [...each.querySelectorAll<HTMLElement>(selector)])

const form = document.querySelector<HTMLFormElement>('form[data-face]')
const value = (name: string): string => {
  const field = form?.elements.namedItem(name)
  return field instanceof RadioNodeList || field instanceof HTMLInputElement ? field.value.trim() : ''
}

function paint(): void {
  const typed = value('swatch') === 'own' ? value('colour') : value('swatch')
  const colour = readColour(typed)
  const note = form?.querySelector('.face-contrast')
  const shades = colour === null ? null : shadesOf(colour)
  for (const each of previews) {
    if (shades === null) each.removeAttribute('style')
    else {
      each.style.setProperty('--light-accent', shades.light.accent)
      each.style.setProperty('--dark-accent', shades.dark.accent)
    }
  }
  if (!note) return
  if (shades === null) {
    note.textContent = value('swatch') === 'own' && typed !== '' ? t('face.colour_wrong') : ''
    return
  }
  const { contrast, isAdapted, light, dark } = shades
  const least = LEAST_CONTRAST
  const first = isAdapted
    ? t('face.colour_adapted', { colour: colour!, contrast, least, shade: light.accent })
    : t('face.colour_readable', { contrast, least })
  note.textContent = `${first} ${t('face.colour_dark', { shade: dark.accent })}`
}

function rename(): void {
  const name = form?.elements.namedItem('name')
  if (!(name instanceof HTMLInputElement) || name.disabled) return
  for (const each of all('.face-name'))
    each.textContent = name.value.trim() || each.closest<HTMLElement>('.face-preview')!.dataset.name!
}

function choosePurpose(): void {
  const purpose = value('purpose')
  if (purpose === '') return
  for (const each of all('[data-purpose]')) each.hidden = !each.dataset.purpose!.split(' ').includes(purpose)
}

form?.addEventListener('input', event => {
  const field = event.target
  if (field instanceof HTMLInputElement && field.name === 'colour') {
    const own = form.querySelector<HTMLInputElement>('input[name="swatch"][value="own"]')
    if (own) own.checked = true
  }
  paint()
  rename()
  choosePurpose()
})

// The preview of a logo that is not uploaded yet.
const upload = document.querySelector<HTMLInputElement>('input[type="file"][name="logo"]')
upload?.addEventListener('change', () => {
  const [file] = upload.files ?? []
  if (!file) return
  const reading = new FileReader()
  reading.addEventListener('load', () => {
    for (const each of all('.face-mini-logo'))
      if (each instanceof HTMLImageElement) {
        each.src = String(reading.result)
        each.hidden = false
      }
  })
  reading.readAsDataURL(file)
})
