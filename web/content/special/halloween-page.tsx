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

const faqs = (['1', '2', '3'] as const).map((n) => ({ question: t(`halloween.faq.${n}.q`), answer: t(`halloween.faq.${n}.a`) }))
const own = (['halloween-1', 'halloween-2', 'halloween-3', 'halloween-4'] as const).map(sitePicture)
// Lacquer and petrol first, the darker pans of the usual palette around them.
const pictures = [own[1], own[0], own[2], own[3], ...heroPalette.slice(2, 8)].filter((picture) => picture !== undefined)

export const handle: PageFrame = { header: 'fig' }

export const meta: MetaFunction = ({ matches }) =>
  head({
    title: t('halloween.meta.title'),
    description: t('halloween.meta.description'),
    path: '/halloween',
    publicUrl: publicUrlOf(matches),
    schemas: [faqPage(faqs)],
  })

export const loader = ({ context }: LoaderFunctionArgs) => loadHome(context)

export default function HalloweenPage() {
  const { home, settings } = useLoaderData<typeof loader>()
  return (
    <SpecialLanding
      title={t('halloween.title')}
      text={t('halloween.text')}
      note={t('halloween.note.skin')}
      {...{ home, settings, pictures, faqs }}
      faqTitle={h('home.faq.title')}
      artistsTitle={h('home.featured.title')}
    />
  )
}
