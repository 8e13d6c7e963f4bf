import { type ReactNode, useState } from 'react'
import { Images } from 'lucide-react'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { errorMessages, Missing } from '#web/shell/pages/error-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { cardMessages } from './card-messages.ts'
import type { SitePicture } from './site-pictures.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { pageMessages } from '#web/platform/page-messages.ts'
import paletteStyles from '#web/ui/palette.module.css'
import heroStyles from '#web/content/home/hero.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import contentStyles from './content.module.css'

// Lazy-loaded with the first opened picture.
const GalleryViewer = createOptionalPart(
  async () => (await import('#web/ui/overlays/gallery-viewer.tsx')).GalleryViewer,
  Missing,
)

const t = createTranslator(cardMessages)
const e = createTranslator(errorMessages)

const getViewerWords = () => ({
  gallery: formatMessage(pageMessages['viewer.gallery']),
  close: formatMessage(pageMessages['viewer.close']),
  back: formatMessage(pageMessages['viewer.back']),
  on: formatMessage(pageMessages['viewer.on']),
  picture: (n: number) => formatMessage(pageMessages['viewer.picture'], { n }),
  of: (n: number, all: number) => formatMessage(pageMessages['viewer.of'], { n, all }),
  gone: e('error.picture'),
})

interface PaletteProps {
  pictures: readonly SitePicture[]
  large?: readonly number[]
  title: string
  onOpen: (index: number) => void
}

export function Palette({ pictures, large = [], title, onOpen }: PaletteProps) {
  return (
    <div className={paletteStyles.casing}>
      <ul className={paletteStyles.palette} aria-label={title}>
        {pictures.map((picture, index) => (
          <li
            key={picture.src}
            className={joinClasses(pictureStyles.frame, large.includes(index) && paletteStyles.double)}>
            <button type="button" className={contentStyles.panOpen} onClick={() => onOpen(index)}>
              <Picture
                src={picture.src}
                alt={picture.alt}
                width={320}
                height={320}
                loading={index === 0 ? 'eager' : 'lazy'}
                fetchPriority={index === 0 ? 'high' : undefined}
              />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the viewer's state and component; `about` adds content to a picture. */
export function useViewer<P extends SitePicture>(
  pictures: readonly P[],
  title: string,
  about?: (picture: P) => ReactNode,
) {
  const [open, setOpen] = useState<number | null>(null)
  const viewer =
    open === null ? null : (
      <GalleryViewer
        pictures={pictures}
        start={open}
        title={title}
        onClose={() => setOpen(null)}
        words={getViewerWords()}
        about={about && ((index) => pictures[index] && about(pictures[index]))}
      />
    )
  return { open: setOpen, viewer }
}

export function OpenGallery({ onOpen }: { onOpen: () => void }) {
  return (
    <Button
      kind="bone"
      size="small"
      className={joinClasses('wide-only with-script', heroStyles.heroGallery)}
      onClick={onOpen}>
      <Images className="icon" aria-hidden="true" />
      {t('home.hero.gallery')}
    </Button>
  )
}
