import { t } from '../shared/texts.ts'
import { askWiki } from '../shared/wiki-api.ts'

interface Found {
  readonly query?: {
    readonly pages?: readonly {
      readonly title: string
      readonly imageinfo?: readonly { readonly url: string; readonly thumburl?: string; readonly mediatype?: string }[]
    }[]
  }
}

/** Opens images of articles and file pages in an overlay. Arrow keys show the next one. */
export function openPictures(): void {
  const links = [
    ...document.querySelectorAll<HTMLAnchorElement>(
      '.wiki-text a.image, .wiki-text a.mw-file-description, a.file-picture',
    ),
  ].filter(link => link.querySelector('img'))
  if (links.length === 0) return
  let dialog: HTMLDialogElement | null = null
  let at = 0

  const show = async () => {
    const link = links[at]!
    const [picture, caption, page] = [
      dialog!.querySelector('img')!,
      dialog!.querySelector('p')!,
      dialog!.querySelector('a')!,
    ]
    const name = nameOf(link)
    const small = link.querySelector('img')!
    picture.src = small.currentSrc || small.src
    picture.alt = small.alt
    caption.textContent = captionOf(link) || name.replace(/^[^:]*:/, '')
    page.href = link.matches('.file-picture')
      ? link.href
      : `/index.php?title=${encodeURIComponent(name.replaceAll(' ', '_'))}`
    for (const button of dialog!.querySelectorAll<HTMLElement>('[data-step]')) button.hidden = links.length < 2
    const wide = Math.min(2560, Math.ceil((window.innerWidth * window.devicePixelRatio) / 320) * 320)
    const found = await askWiki<Found>({
      action: 'query',
      titles: name,
      prop: 'imageinfo',
      iiprop: 'url|mediatype',
      iiurlwidth: wide,
    })
    const info = found?.query?.pages?.[0]?.imageinfo?.[0]
    if (info && links[at] === link) {
      const url = new URL(info.thumburl ?? info.url, location.href)
      picture.src = url.pathname + url.search
    }
  }
  const step = (by: number) => {
    at = (at + by + links.length) % links.length
    show()
  }
  const make = (): HTMLDialogElement => {
    const made = document.createElement('dialog')
    made.className = 'viewer'
    made.setAttribute('aria-label', t('wiki.viewer'))
    const button = (text: string, label: string, action: () => void, by?: string) => {
      const one = document.createElement('button')
      one.type = 'button'
      one.className = 'button'
      one.textContent = text
      one.setAttribute('aria-label', label)
      if (by !== undefined) one.dataset.step = by
      one.addEventListener('click', action)
      return one
    }
    const page = document.createElement('a')
    page.textContent = t('wiki.viewer_page')
    const caption = document.createElement('p')
    caption.dir = 'auto'
    const bar = document.createElement('div')
    bar.className = 'bar-below'
    bar.append(
      button('←', t('wiki.viewer_before'), () => step(-1), '-1'),
      button('→', t('wiki.viewer_next'), () => step(1), '1'),
      caption,
      page,
      button('✕', t('frame.close'), () => made.close()),
    )
    made.append(document.createElement('img'), bar)
    made.addEventListener('keydown', event => {
      if (event.key === 'ArrowLeft') step(-1)
      else if (event.key === 'ArrowRight') step(1)
    })
    made.addEventListener('click', event => {
      if (event.target === made) made.close()
    })
    document.body.append(made)
    return made
  }
  for (const [i, link] of links.entries())
    link.addEventListener('click', event => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        event.altKey
      )
        return
      event.preventDefault()
      dialog ??= make()
      at = i
      dialog.showModal()
      show()
    })
}

const nameOf = (link: HTMLAnchorElement): string =>
  link.dataset.picture ??
  (
    new URL(link.href).searchParams.get('title') || decodeURIComponent(link.pathname.split('/').slice(2).join('/'))
  ).replaceAll('_', ' ')

const captionOf = (link: HTMLElement): string =>
  link
    .closest('.thumb, figure, .gallerybox')
    ?.querySelector('.thumbcaption, figcaption, .gallerytext')
    ?.textContent?.trim() ?? ''
