import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { reader } from '#contract/words.ts'
import { faqPage } from '#web/content/home/faqs.ts'
import { loadHome } from '#web/content/home/home-data.ts'
import { homeWords } from '#web/content/home/words.ts'
import { loadWords, withPicture, withWords } from '#web/content/landing-edit.ts'
import { heroPalette, sitePicture } from '#web/content/site-pictures.ts'
import { head } from '#web/platform/head.ts'
import type { PageFrame } from '#web/shell/page-frame.ts'
import { publicUrlOf } from '#web/shell/site.ts'
import { specialLandings } from './landings.ts'
import { SpecialLanding } from './special-landing.tsx'
import { specialWords } from './words.ts'

const h = reader(homeWords)

const own = (['happy-1', 'happy-2', 'happy-3', 'happy-4'] as const).map(sitePicture)
const pictures = [...own, ...heroPalette.slice(3, 9)]

const t = reader(specialWords)
const usual = ['blow-dry']

export const handle: PageFrame = { header: 'fig' }

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const { title, description, faqs } = withWords(specialLandings['/happy-place'], loaderData?.edit)
  return head({ title, description, path: '/happy-place', publicUrl: publicUrlOf(matches), schemas: [faqPage(faqs)] })
}

export async function loader({ context }: LoaderFunctionArgs) {
  const [home, edit] = await Promise.all([loadHome(context), loadWords(context, '/happy-place')])
  return { ...home, edit }
}

export default function HappyPlacePage() {
  const { home, settings, edit } = useLoaderData<typeof loader>()
  const words = withWords(specialLandings['/happy-place'], edit)
  return (
    <SpecialLanding
      title={words.bannerTitle}
      text={words.bannerText}
      home={home}
      settings={settings}
      usual={usual}
      usualText={t('happy.preset')}
      cta={t('happy.cta')}
      pictures={withPicture(pictures, edit)}
      faqs={words.faqs}
      faqTitle={h('home.faq.title')}
      artistsTitle={h('home.featured.title')}
    />
  )
}
