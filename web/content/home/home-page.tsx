import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { loadWords, withWords } from '#web/content/landing-edit.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { homeFacts } from '#web/content/share-facts.ts'
import { head } from '#web/platform/head.ts'
import type { PageFrame } from '#web/shell/page-frame.ts'
import { publicUrlOf, siteOf } from '#web/shell/site.ts'
import { faqPage } from './faqs.ts'
import { loadHome } from './home-data.ts'
import { Landing } from './landing.tsx'
import { homeLanding } from './home-words.ts'
import { organization, webSite } from './site-schemas.ts'

export const handle: PageFrame = { header: 'fig' }

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const publicUrl = publicUrlOf(matches)
  const { title, description, faqs } = withWords(homeLanding, loaderData?.edit)
  return head({
    title,
    description,
    path: '/',
    publicUrl,
    ...(loaderData ? { facts: homeFacts(loaderData.home) } : {}),
    schemas: [webSite(publicUrl), organization(publicUrl, siteOf(matches)?.business.legalName), faqPage(faqs)],
  })
}

export async function loader({ context }: LoaderFunctionArgs) {
  const [home, edit] = await Promise.all([loadHome(context), loadWords(context, '/')])
  return { ...home, edit }
}

export default function HomePage() {
  const { home, settings, edit } = useLoaderData<typeof loader>()
  return (
    <main id="main" tabIndex={-1}>
      <Landing home={home} settings={settings} country={usePageCountry()} edit={edit} />
    </main>
  )
}
