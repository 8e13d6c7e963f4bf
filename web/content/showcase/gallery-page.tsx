import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Form, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useSubmit } from 'react-router'
import { mostPages } from '#contract/constants.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { useViewer } from '#web/content/palette.tsx'
import { createHead } from '#web/platform/head.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { getFirstName } from '#web/providers/first-name.ts'
import { formatTags } from '#contract/looks/vocabulary.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { getPublicUrl } from '#web/shell/site.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import chipsStyles from '#web/ui/fields/chips.module.css'
import { SelectField } from '#web/ui/fields/field.tsx'
import { LinkChip } from '#web/ui/fields/chips.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { Blocks } from '#web/content/reading/blocks.tsx'
import { galleryMessages } from './gallery-messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './gallery-page.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import contentStyles from '#web/content/content.module.css'

const t = createTranslator(galleryMessages)
const w = createTranslator(sharedMessages)

const looks = ['eyes', 'lips', 'nails', 'hair', 'mehndi', 'kit'] as const
const textures = ['straight', 'waves', 'coils', 'braids', 'locs'] as const

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const publicUrl = getPublicUrl(matches)
  if (!loaderData) return createHead({ title: 'Primp', publicUrl, noindex: true })
  const { page, pictures } = loaderData
  return createHead({
    title: page.title,
    description: page.description,
    path: '/content/gallery',
    publicUrl,
    looks: pictures.slice(0, 6).map(({ src }) => src),
  })
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const look = looks.find((each) => each === asked.get('look')) ?? null
  const texture = textures.find((each) => each === asked.get('texture')) ?? null
  const tone = /^([1-9]|10)$/.test(asked.get('tone') ?? '') ? Number(asked.get('tone')) : null
  const place = /^[A-Z]{2}:.{1,80}$/.test(asked.get('place') ?? '') ? asked.get('place') : null
  const pages = Math.min(mostPages, /^[1-9]\d?$/.test(asked.get('pages') ?? '') ? Number(asked.get('pages')) : 1)
  const { texts, showcase } = serverApi(context)
  const [{ page }, found] = await Promise.all([
    texts.read({ page: 'gallery' }),
    showcase.gallery({
      look: look ?? undefined,
      texture: texture ?? undefined,
      tone: tone ?? undefined,
      place: place ?? undefined,
      pages,
    }),
  ])
  return { page, ...found, look, texture, tone, place, pages }
}

const tones = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
const named = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const nameOfLook = (look: string | null): string => (look ? named(look) : t('gallery.others'))

function FilterRow({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className={styles.filter} role="group" aria-labelledby={id}>
      <span className="field-label" id={id}>
        {label}
      </span>
      <div className="chip-row scrolling">{children}</div>
    </div>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type Wanted = Pick<Loaded, 'look' | 'texture' | 'tone' | 'place'>
type LinkTo = (change: Partial<Wanted> & { pages?: number }) => string

function Filters({ look, texture, tone, place, places, to }: Wanted & Pick<Loaded, 'places'> & { to: LinkTo }) {
  const submit = useSubmit()
  return (
    <nav className="stack gap-12" aria-label={t('gallery.filters')}>
      <Form method="get" className={styles.place} onChange={(event) => submit(event.currentTarget)}>
        {Object.entries({ look, texture, tone }).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <SelectField label={t('gallery.filter.place')} name="place" defaultValue={place ?? ''}>
          <option value="">{t('gallery.filter.place.all')}</option>
          {places.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <noscript>
          <Button type="submit" kind="secondary">
            {t('gallery.filter.show')}
          </Button>
        </noscript>
      </Form>
      <FilterRow label={t('gallery.filter.look')}>
        <LinkChip to={to({ look: null, texture: null })} on={!look && !texture}>
          {w('word.all')}
        </LinkChip>
        {looks.map((value) => (
          <LinkChip key={value} to={to({ look: value, texture: null })} on={look === value}>
            {named(value)}
          </LinkChip>
        ))}
      </FilterRow>
      <FilterRow label={t('gallery.filter.texture')}>
        {textures.map((value) => (
          <LinkChip key={value} to={to({ texture: value, look: null })} on={texture === value}>
            {named(value)}
          </LinkChip>
        ))}
      </FilterRow>
      <FilterRow label={t('gallery.filter.tone')}>
        {tones.map((n) => (
          <Link
            key={n}
            to={to({ tone: tone === n ? null : n })}
            className={styles.tone}
            data-shade={n}
            aria-label={t('gallery.tone.label', { n })}
            aria-current={tone === n ? 'true' : undefined}
          />
        ))}
      </FilterRow>
    </nav>
  )
}

const inGroup = 6

/** The pictures by look, each group with a link to all of its look; in one group if a look or texture is chosen. */
function groupPictures({ pictures, look, texture }: Pick<Loaded, 'pictures' | 'look' | 'texture'>) {
  const all = pictures.map((picture, index) => ({ picture, index }))
  if (look || texture) return [{ look: null, shown: all }]
  const by = Map.groupBy(all, ({ picture }) => picture.look)
  return [...looks, null].flatMap((one) => {
    const shown = by.get(one)?.slice(0, inGroup)
    return shown ? [{ look: one, shown }] : []
  })
}

export default function GalleryPage() {
  const { page, pictures, places, more, look, texture, tone, place, pages } = useLoaderData<typeof loader>()
  const country = usePageCountry()
  const title = page.blocks.find((block) => block.kind === 'title')?.text ?? ''
  const { open, viewer } = useViewer(pictures, title, ({ _id, artist, tags }) => (
    <>
      <Link className="link tap-target" to={`/@/${artist.slug}`}>
        {t('gallery.artist', { firstName: getFirstName(artist.name) })}
      </Link>
      {tags.length > 0 && (
        <>
          <span className="small">{formatTags(tags, country)}</span>{' '}
          <Link className="link tap-target" to={`/search?look=${_id}`}>
            {t('gallery.find')}
          </Link>
        </>
      )}
    </>
  ))
  const groups = groupPictures({ pictures, look, texture })
  const grouped = !look && !texture
  const on = [look, texture, tone, place].filter((value) => value !== null).length
  const to: LinkTo = (change) => {
    const wanted = Object.entries({ look, texture, tone, place, ...change }).filter(([, value]) => value !== null)
    return `?${new URLSearchParams(wanted.map(([name, value]) => [name, String(value)]))}`
  }
  return (
    <main id="main" tabIndex={-1} className="page-width section stack gap-24">
      <h1 className="heading-1">{title}</h1>
      <div className="row space-between wrapping gap-16">
        <div className="lead">
          <Blocks blocks={page.blocks.filter((block) => block.kind !== 'title')} />
        </div>
        <ButtonLink to="/search">{t('gallery.near')}</ButtonLink>
      </div>
      <details className={styles.folded}>
        <summary className={chipsStyles.chip}>
          <SlidersHorizontal className="icon" aria-hidden="true" />
          {on > 0 ? t('gallery.filters.on', { n: on }) : t('gallery.filters')}
        </summary>
        <Filters look={look} texture={texture} tone={tone} place={place} places={places} to={to} />
      </details>
      <div className={styles.unfolded}>
        <Filters look={look} texture={texture} tone={tone} place={place} places={places} to={to} />
      </div>
      <div className="small muted" role="status">
        {pictures.length === 0 ? (
          <Empty drawing="mirror" title={w('empty.gallery')} />
        ) : (
          !grouped && t(more ? 'gallery.count.more' : 'gallery.count', { n: pictures.length })
        )}
      </div>
      {groups.map(({ look: one, shown }) => (
        <section key={one} className="stack" aria-label={grouped ? nameOfLook(one) : title}>
          {grouped && (
            <div className="row space-between wrapping">
              <h2 className="heading-2">{nameOfLook(one)}</h2>
              {one && (
                <Link className="link tap-target" to={to({ look: one, texture: null })}>
                  {t('gallery.all', { look: named(one).toLowerCase() })}
                </Link>
              )}
            </div>
          )}
          <ul className={joinClasses(styles.masonry, grouped && styles.group)}>
            {shown.map(({ picture, index }) => (
              <li key={picture.src}>
                <div className={joinClasses(pictureStyles.frame, styles.frame)}>
                  <button
                    type="button"
                    className={contentStyles.panOpen}
                    aria-label={t('gallery.open', { alt: picture.alt })}
                    onClick={() => open(index)}>
                    <Picture src={picture.src} alt={picture.alt} width={320} height={400} />
                  </button>
                </div>
                <p className="small">
                  <Link className="tap-target" to={`/@/${picture.artist.slug}`}>
                    {t('gallery.by', { name: picture.artist.name, area: picture.artist.area })}
                  </Link>
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {more && !grouped && pages < mostPages && (
        <div>
          <ButtonLink kind="secondary" to={to({ pages: pages + 1 })} preventScrollReset>
            {w('word.loadMore')}
          </ButtonLink>
        </div>
      )}
      <p className="small hint">{t('gallery.drawn')}</p>
      {viewer}
    </main>
  )
}
