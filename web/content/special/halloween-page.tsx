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

const t = createTranslator(specialMessages)
const h = createTranslator(homeMessages)

const own = (['halloween-1', 'halloween-2', 'halloween-3', 'halloween-4'] as const).map(getSitePicture)
const pictures = [...own, ...heroPalette.slice(2, 8)]

const usual = ['special-effects-makeup'] as const

export const handle: PageFrame = { header: 'fig' }

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const { title, description, faqs } = applyLandingEdit(specialLandings['/halloween'], loaderData?.edit)
  return createHead({
    title,
    description,
    path: '/halloween',
    publicUrl: getPublicUrl(matches),
    schemas: [buildFaqSchema(faqs)],
  })
}

export async function loader({ context }: LoaderFunctionArgs) {
  const [home, edit] = await Promise.all([
    loadHome(context, undefined, usual[0]),
    loadLandingEdit(context, '/halloween'),
  ])
  return { ...home, edit }
}

export default function HalloweenPage() {
  const { home, settings, edit } = useLoaderData<typeof loader>()
  const words = applyLandingEdit(specialLandings['/halloween'], edit)
  return (
    <SpecialLanding
      title={words.bannerTitle}
      text={words.bannerText}
      note={t('halloween.note.skin')}
      usual={usual}
      cta={t('halloween.cta')}
      home={home}
      settings={settings}
      pictures={prependPicture(pictures, edit)}
      faqs={words.faqs}
      faqTitle={h('home.faq.title')}
      artistsTitle={t('halloween.artists')}
    />
  )
}
