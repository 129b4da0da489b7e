// Fills in the URL slug while the name is typed, until the user edits the slug.
const LONGEST = 60

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .replace(/ø/g, 'o')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST)

for (const form of document.forms) {
  const name = form.querySelector<HTMLInputElement>('input[name="name"]')
  const slug = form.querySelector<HTMLInputElement>('input[name="slug"]')
  if (!name || !slug) continue
  let own = slug.value !== '' && slug.value !== slugOf(name.value)
  slug.addEventListener('input', () => {
    own = slug.value !== ''
  })
  name.addEventListener('input', () => {
    if (!own) slug.value = slugOf(name.value)
  })
}

// Filling in a field selects the option it belongs to.
for (const field of document.querySelectorAll<HTMLInputElement>('.choice-card input:not([type="radio"])'))
  field.addEventListener('input', () => {
    const radio = field.closest('.choice-card')?.querySelector<HTMLInputElement>('input[type="radio"]')
    if (radio && field.value !== '') radio.checked = true
  })
