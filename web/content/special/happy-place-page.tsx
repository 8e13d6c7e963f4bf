import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { buildFaqSchema } from '#web/content/home/faqs.ts'
import { loadHome } from '#web/content/home/home-data.ts'
import { homeMessages } from '#web/content/home/messages.ts'
import { loadLandingEdit, prependPicture, applyLandingEdit } from '#web/content/landing-edit.ts'
import { heroPalette, getSitePicture } from '#web/content/site-pictures.ts'
import { createHead } from '#web/platform/head.ts'
import { getPublicUrl, type PageFrame } from '#web/shell/site.ts'
import { specialLandings } from './landings.ts'
import { SpecialLanding } from './special-landing.tsx'
import { specialMessages } from './messages.ts'

const h = createTranslator(homeMessages)

const own = (['happy-1', 'happy-2', 'happy-3', 'happy-4'] as const).map(getSitePicture)
const pictures = [...own, ...heroPalette.slice(3, 9)]

const t = createTranslator(specialMessages)
const usual = ['blow-dry'] as const

export const handle: PageFrame = { header: 'fig' }

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const { title, description, faqs } = applyLandingEdit(specialLandings['/happy-place'], loaderData?.edit)
  return createHead({
    title,
    description,
    path: '/happy-place',
    publicUrl: getPublicUrl(matches),
    schemas: [buildFaqSchema(faqs)],
  })
}

export async function loader({ context }: LoaderFunctionArgs) {
  const [home, edit] = await Promise.all([
    loadHome(context, undefined, usual[0]),
    loadLandingEdit(context, '/happy-place'),
  ])
  return { ...home, edit }
}

export default function HappyPlacePage() {
  const { home, settings, edit } = useLoaderData<typeof loader>()
  const words = applyLandingEdit(specialLandings['/happy-place'], edit)
  return (
    <SpecialLanding
      title={words.bannerTitle}
      text={words.bannerText}
      home={home}
      settings={settings}
      usual={usual}
      usualText={t('happy.preset')}
      cta={t('happy.cta')}
      pictures={prependPicture(pictures, edit)}
      faqs={words.faqs}
      faqTitle={h('home.faq.title')}
      artistsTitle={t('happy.artists')}
    />
  )
}
