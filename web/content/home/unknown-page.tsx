import { data, type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router'
import { reader } from '#contract/words.ts'
import { head } from '#web/platform/head.ts'
import type { PageFrame } from '#web/shell/page-frame.ts'
import { loadHome } from './home-data.ts'
import { UnknownLanding } from './unknown-landing.tsx'
import { homeWords } from './words.ts'

const t = reader(homeWords)

export const handle: PageFrame = { header: 'fig' }

export const meta: MetaFunction = () =>
  head({ title: t('home.meta.title'), description: t('home.meta.description'), publicUrl: '', noindex: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  if (/^\/join-[\w-]+\/?$/.test(new URL(request.url).pathname)) throw redirect('/join')
  return data(await loadHome(context), { status: 404 })
}

export default function UnknownPage() {
  const { home, settings } = useLoaderData<typeof loader>()
  return <UnknownLanding home={home} settings={settings} />
}
