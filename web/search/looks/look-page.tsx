import { ArrowLeft } from 'lucide-react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { hairOf } from '#contract/looks/likeness.ts'
import { mostTags } from '#contract/looks/vocabulary.ts'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { dayOf, peopleText, placeAndTown } from '#web/search/quotes/quote-phrases.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { Button, ButtonLink, buttonLook } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { LookPictures } from './look-pictures.tsx'
import { LookFields } from './look-fields.tsx'
import { lookWords } from './look-words.ts'
import { readLook } from './read-look.ts'

export const meta: MetaFunction = () => [
  { title: lookWords['look.meta.title'] },
  { name: 'robots', content: 'noindex' },
]

/** The look of a search of one's own; anybody else's is a page that is not there. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = serverApi(context)
  const quoteId = params['quoteId'] as string
  try {
    const [look, { search }] = await Promise.all([
      api.looks.show({ quoteId }),
      api.search.formSettingsOf({ searchId: quoteId }),
    ])
    return { look, search, countryCode: search.countryCode }
  } catch (error) {
    if (error instanceof ApiError && [400, 403, 404].includes(error.status)) throw data(null, { status: 404 })
    throw error
  }
}

/** Keeps what was chosen and shows the quotes by it; what is refused is said beside what was chosen. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const quoteId = params['quoteId'] as string
  const form = await request.formData()
  const intent = form.get('intent')
  const look = intent === null ? readLook(form) : { tags: [], freeOf: [] }
  try {
    const { looks } = serverApi(context)
    if (intent === 'remove') {
      await looks.removePicture({ quoteId, pictureId: String(form.get('picture') ?? '') })
      return redirect(`/quotes/${quoteId}/look`)
    }
    await looks.save({ quoteId, ...look })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return data(
      { look: intent === 'remove' ? null : look, error: error.errors[0]?.message ?? error.message },
      { status: error.status || 503 },
    )
  }
  return redirect(`/quotes/${quoteId}`)
}

/** /quotes/:quoteId/look: what somebody has in mind, in tags that they choose; it works without a script. */
export default function LookPage() {
  const { look, search } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const sending = useNavigation().formMethod === 'POST'
  const t = reader(lookWords, search.countryCode)
  const { tags, freeOf } = answer?.look ?? look
  const quotes = `/quotes/${search.id}`
  return (
    <main id="main" tabIndex={-1} className="page-width section stack gap-24">
      <div>
        <Link className={buttonLook({ kind: 'quiet', size: 'small' })} to={quotes}>
          <ArrowLeft className="icon" aria-hidden="true" />
          {t('look.back')}
        </Link>
      </div>
      <div className="stack gap-8">
        <h1 className="heading-1">{t('look.title')}</h1>
        <p className="muted">{[placeAndTown(search), dayOf(search), peopleText(search)].join(', ')}</p>
        <p className="lead">{t('look.text')}</p>
      </div>
      <Note kind="info">{t('look.private')}</Note>
      {answer?.error && !sending && (
        <Note kind="error">
          {answer.error} {tags.length > mostTags && `(${tags.length})`}
        </Note>
      )}
      {hairOf(look.tags).length > 0 && (
        <div>
          <ButtonLink kind="secondary" size="small" to={`${quotes}?filterBy=hair`}>
            {t('look.filter.show')}
          </ButtonLink>
        </div>
      )}
      <LookPictures quoteId={search.id} pictures={look.pictures} country={search.countryCode} />
      <Form method="post" className="card pad-24 stack gap-24" preventScrollReset>
        <LookFields country={search.countryCode} tags={tags} freeOf={freeOf} />
        <div className="row gap-16 wrapping">
          <Button type="submit" loading={sending}>
            {t('look.save')}
          </Button>
          {look.tags.length + look.freeOf.length > 0 && (
            <Button type="submit" kind="quiet" name="intent" value="clear" disabled={sending}>
              {t('look.clear')}
            </Button>
          )}
        </div>
      </Form>
    </main>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
