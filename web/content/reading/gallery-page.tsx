import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { GalleryLook, GalleryTexture } from '#contract/content.ts'
import { reader } from '#contract/words.ts'
import { useViewer } from '#web/content/palette.tsx'
import { head } from '#web/platform/head.ts'
import { serverApi } from '#web/platform/server-api.ts'
import { sharedWords } from '#web/platform/shared-words.ts'
import { publicUrlOf } from '#web/shell/site.ts'
import { LinkChip } from '#web/ui/chips.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { galleryWords } from './words.ts'
import '#web/ui/styles/masonry.css'

const t = reader(galleryWords)
const w = reader(sharedWords)

export const meta: MetaFunction = ({ matches }) =>
  head({
    title: 'Gallery · Primp',
    description: 'Looks by artists on Primp, by texture, skin tone and kind.',
    path: '/content/gallery',
    publicUrl: publicUrlOf(matches),
  })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const look = GalleryLook.safeParse(asked.get('look')).data ?? null
  const texture = GalleryTexture.safeParse(asked.get('texture')).data ?? null
  const tone = /^([1-9]|10)$/.test(asked.get('tone') ?? '') ? Number(asked.get('tone')) : null
  const { pictures } = await serverApi(context).content.gallery({ look: look ?? undefined, texture: texture ?? undefined, tone: tone ?? undefined })
  return { pictures, look, texture, tone, looks: GalleryLook.options, textures: GalleryTexture.options }
}

const tones = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
const named = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export default function GalleryPage() {
  const { pictures, look, texture, tone, looks, textures } = useLoaderData<typeof loader>()
  const { open, viewer } = useViewer(pictures, t('gallery.title'))
  const to = (change: { look?: string | null; texture?: string | null; tone?: number | null }) => {
    const wanted = Object.entries({ look, texture, tone, ...change }).filter(([, value]) => value !== null)
    return `?${new URLSearchParams(wanted.map(([name, value]) => [name, String(value)]))}`
  }
  return (
    <main id="main" tabIndex={-1} className="wrap sec stack s24">
      <h1 className="d1">{t('gallery.title')}</h1>
      <p className="lead">{t('gallery.text')}</p>
      <nav className="stack s12" aria-label="Filters">
        <div className="chips" role="group" aria-label={t('gallery.filter.look')}>
          <LinkChip to={to({ look: null, texture: null })} on={!look && !texture}>
            {w('word.all')}
          </LinkChip>
          {looks.map((value) => (
            <LinkChip key={value} to={to({ look: value, texture: null })} on={look === value}>
              {named(value)}
            </LinkChip>
          ))}
        </div>
        <div className="chips" role="group" aria-label={t('gallery.filter.texture')}>
          {textures.map((value) => (
            <LinkChip key={value} to={to({ texture: value, look: null })} on={texture === value}>
              {named(value)}
            </LinkChip>
          ))}
        </div>
        <div className="tones" role="group" aria-label={t('gallery.filter.tone')}>
          {tones.map((n) => (
            <Link key={n} to={to({ tone: tone === n ? null : n })} className={`tone shade-${n}`} aria-label={t('gallery.tone.label', { n })} aria-current={tone === n ? 'true' : undefined} />
          ))}
        </div>
      </nav>
      <p className="small mut" role="status">
        {pictures.length === 0 ? w('empty.gallery') : t('gallery.count', { n: pictures.length })}
      </p>
      <ul className="masonry">
        {pictures.map((picture, index) => (
          <li key={picture.src}>
            <div className="pan">
              <button type="button" className="pan-open" aria-label={t('gallery.open', { alt: picture.alt })} onClick={() => open(index)}>
                <Picture src={picture.src} alt={picture.alt} width={320} height={400} />
              </button>
            </div>
            <Link className="small tap" to={`/@/${picture.artist.slug}`}>
              {t('gallery.by', { name: picture.artist.name, area: picture.artist.area })}
            </Link>
          </li>
        ))}
      </ul>
      <p className="small hint">{t('gallery.drawn')}</p>
      {viewer}
    </main>
  )
}
