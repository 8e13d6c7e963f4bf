import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { defaultCountry, reader } from '#contract/words.ts'
import { homeFacts } from '#web/content/share-facts.ts'
import { head } from '#web/platform/head.ts'
import type { PageFrame } from '#web/shell/page-frame.ts'
import { publicUrlOf, type Site } from '#web/shell/site.ts'
import { faqPage, homeFaqs } from './faqs.ts'
import { loadHome } from './home-data.ts'
import { Landing } from './landing.tsx'
import { homeWords } from './words.ts'

const t = reader(homeWords)

export const handle: PageFrame = { header: 'fig' }

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const publicUrl = publicUrlOf(matches)
  const site = matches.find((match) => match?.id === 'root')?.loaderData as Site | undefined
  return head({
    title: t('home.meta.title'),
    description: t('home.meta.description'),
    path: '/',
    publicUrl,
    ...(loaderData ? { facts: homeFacts(loaderData.home) } : {}),
    schemas: [
      { '@context': 'https://schema.org', '@type': 'WebSite', name: 'Primp', url: `${publicUrl}/` },
      { '@context': 'https://schema.org', '@type': 'Organization', name: 'Primp', legalName: site?.business.legalName, url: `${publicUrl}/`, logo: `${publicUrl}/mark.svg` },
      faqPage(homeFaqs(defaultCountry)),
    ],
  })
}

export const loader = ({ context }: LoaderFunctionArgs) => loadHome(context)

export default function HomePage() {
  const { home, settings } = useLoaderData<typeof loader>()
  return (
    <main id="main" tabIndex={-1}>
      <Landing home={home} settings={settings} country={defaultCountry} />
    </main>
  )
}
