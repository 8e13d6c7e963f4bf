import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { reader } from '#contract/words.ts'
import { faqPage } from '#web/content/home/faqs.ts'
import { loadHome } from '#web/content/home/home-data.ts'
import { homeWords } from '#web/content/home/words.ts'
import { heroPalette, sitePicture } from '#web/content/site-pictures.ts'
import { head } from '#web/platform/head.ts'
import type { PageFrame } from '#web/shell/page-frame.ts'
import { publicUrlOf } from '#web/shell/site.ts'
import { SpecialLanding } from './special-landing.tsx'
import { specialWords } from './words.ts'

const t = reader(specialWords)
const h = reader(homeWords)

const faqs = (['1', '2'] as const).map((n) => ({ question: t(`happy.faq.${n}.q`), answer: t(`happy.faq.${n}.a`) }))
const own = (['happy-1', 'happy-2', 'happy-3', 'happy-4'] as const).map(sitePicture)
const pictures = [...own, ...heroPalette.slice(3, 9)]

export const handle: PageFrame = { header: 'fig' }

export const meta: MetaFunction = ({ matches }) =>
  head({
    title: t('happy.meta.title'),
    description: t('happy.meta.description'),
    path: '/happy-place',
    publicUrl: publicUrlOf(matches),
    schemas: [faqPage(faqs)],
  })

export const loader = ({ context }: LoaderFunctionArgs) => loadHome(context)

export default function HappyPlacePage() {
  const { home, settings } = useLoaderData<typeof loader>()
  return (
    <SpecialLanding
      title={t('happy.title')}
      text={t('happy.text')}
      {...{ home, settings, pictures, faqs }}
      faqTitle={h('home.faq.title')}
      artistsTitle={h('home.featured.title')}
    />
  )
}
