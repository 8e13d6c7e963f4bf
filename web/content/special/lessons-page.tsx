import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { defaults } from '#contract/constants.ts'
import { formatDuration, formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { buildFaqSchema } from '#web/content/home/faqs.ts'
import { loadHome } from '#web/content/home/home-data.ts'
import { homeMessages } from '#web/content/home/messages.ts'
import { PlaceCards } from '#web/content/place-cards.tsx'
import { Section } from '#web/content/section.tsx'
import { loadLandingEdit, prependPicture, applyLandingEdit } from '#web/content/landing-edit.ts'
import { heroPalette, getSitePicture } from '#web/content/site-pictures.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { visitContext } from '#web/platform/context.ts'
import { createHead } from '#web/platform/head.ts'
import { getPublicUrl, type PageFrame } from '#web/shell/site.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { specialLandings } from './landings.ts'
import { SpecialLanding } from './special-landing.tsx'
import { specialMessages } from './messages.ts'
import contentStyles from '#web/content/content.module.css'

const t = createTranslator(specialMessages)
const h = createTranslator(homeMessages)

const lessons = (['lesson-1', 'lesson-2', 'lesson-3', 'lesson-4', 'lesson-5', 'lesson-6'] as const).map(getSitePicture)
const pictures = [...lessons, ...heroPalette.slice(3, 7)]
// Each card opens the search with its lesson selected.
const cards = {
  everyday: 'everyday-makeup-lesson',
  evening: 'evening-makeup-lesson',
  match: 'makeup-bag-review',
  textured: 'textured-hair-lesson',
  updo: 'updo-lesson',
  group: 'group-makeup-lesson',
} as const

const category = 'makeup-hair-lessons'
const asks = { date: t('lessons.search.date'), time: t('lessons.search.time') }

export const handle: PageFrame = { header: 'fig' }

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const { title, description, faqs } = applyLandingEdit(specialLandings['/lessons'], loaderData?.edit)
  return createHead({
    title,
    description,
    path: '/lessons',
    publicUrl: getPublicUrl(matches),
    schemas: [buildFaqSchema(faqs)],
  })
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { country } = context.get(visitContext)
  const [home, edit, offers] = await Promise.all([
    loadHome(context, category),
    loadLandingEdit(context, '/lessons'),
    serverApi(context).search.mostBooked({ categorySlug: category, country: country ?? defaults.country }),
  ])
  return { ...home, edit, offers }
}

export default function LessonsPage() {
  const { home, settings, edit, offers } = useLoaderData<typeof loader>()
  const services = settings.serviceTypes.flatMap((type) => type.services)
  const priceOf = (id: string) => {
    const service = services.find((each) => each.id === id)
    const from = offers.services.find((each) => each.id === id)?.minPrice
    if (!service || from === undefined) return null
    const duration = formatDuration(service.minutes)
    return t('lessons.card.price', { duration, price: formatMoney(from, offers.currency) })
  }
  const words = applyLandingEdit(specialLandings['/lessons'], edit)
  return (
    <SpecialLanding
      title={words.bannerTitle}
      text={words.bannerText}
      home={home}
      settings={settings}
      cta={t('lessons.cta')}
      asks={asks}
      pictures={prependPicture(pictures, edit)}
      faqs={words.faqs}
      faqTitle={h('home.faq.title')}
      artistsTitle={t('lessons.artists')}>
      <Section title={t('lessons.cards')} tight={false}>
        <ul className={contentStyles.places}>
          {Object.entries(cards).map(([card, service], index) => (
            <li key={card}>
              <Link className={contentStyles.place} to={`?service=${service}&stage=location`}>
                <Pan className={contentStyles.frame} src={lessons[index]?.src ?? ''} alt="" width={240} height={240} />
                <span>
                  <b>{t(`lessons.card.${card as keyof typeof cards}`)}</b>
                  {priceOf(service) && <small>{priceOf(service)}</small>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      {home.popularPlaces.length > 0 && (
        <Section
          title={t('lessons.places')}
          tight={false}
          more={{ label: h('home.places.all'), to: '/content/places' }}>
          <PlaceCards
            places={home.popularPlaces}
            under={({ artists }) => h('home.places.card.noPrice', { n: artists })}
          />
        </Section>
      )}
    </SpecialLanding>
  )
}
