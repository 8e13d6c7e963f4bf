import { X } from 'lucide-react'
import { useState } from 'react'
import { data, type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router'
import { defaultCountry, reader } from '#contract/words.ts'
import { head } from '#web/platform/head.ts'
import { errorWords } from '#web/shell/error-words.ts'
import type { PageFrame } from '#web/shell/page-frame.ts'
import { IconButton } from '#web/ui/button.tsx'
import { loadHome } from './home-data.ts'
import { Landing } from './landing.tsx'
import { homeWords } from './words.ts'

const t = reader(homeWords)
const e = reader(errorWords)

export const handle: PageFrame = { header: 'fig' }

export const meta: MetaFunction = () => head({ title: t('home.meta.title'), description: t('home.meta.description'), publicUrl: '', noindex: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  if (/^\/join-[\w-]+\/?$/.test(new URL(request.url).pathname)) throw redirect('/join')
  return data(await loadHome(context), { status: 404 })
}

export default function UnknownPage() {
  const { home, settings } = useLoaderData<typeof loader>()
  return <LandingInstead home={home} settings={settings} />
}

/** The landing page under a quiet line that the address was not found. */
export function LandingInstead({ home, settings }: Pick<Parameters<typeof Landing>[0], 'home' | 'settings'>) {
  const [line, setLine] = useState(true)
  return (
    <main id="main" tabIndex={-1}>
      {line && (
        <div className="fig on-fig">
          <p className="wrap row small between" role="status">
            {e('error.unknownRoute')}
            <IconButton label={e('error.unknownRoute.dismiss')} onClick={() => setLine(false)}>
              <X className="i" aria-hidden="true" />
            </IconButton>
          </p>
        </div>
      )}
      <Landing home={home} settings={settings} country={defaultCountry} />
    </main>
  )
}
