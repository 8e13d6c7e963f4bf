import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { reader } from '#contract/words.ts'
import { head } from '#web/platform/head.ts'
import { publicUrlOf } from '#web/shell/site.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { specialWords } from './words.ts'

const t = reader(specialWords)

export const meta: MetaFunction = ({ matches }) => head({ title: t('soon.meta.title'), publicUrl: publicUrlOf(matches), noindex: true })

export function loader({ request }: LoaderFunctionArgs) {
  const place = new URL(request.url).searchParams.get('place')?.slice(0, 80).trim() ?? ''
  return { place: /^[\p{L}\p{M}\d ,.'’-]+$/u.test(place) ? place : '' }
}

export default function ComingSoonPage() {
  const { place } = useLoaderData<typeof loader>()
  return (
    <main id="main" tabIndex={-1} className="wrap sorry">
      <h1 className="d1">{place ? t('soon.title', { place }) : t('soon.title.plain')}</h1>
      <p className="lead">{t('soon.elsewhere')}</p>
      <div className="row wrapx">
        <ButtonLink kind="search" to="/">
          {t('soon.search')}
        </ButtonLink>
        <ButtonLink kind="secondary" to="/join">
          {t('soon.join')}
        </ButtonLink>
      </div>
    </main>
  )
}
