import { ImagePlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
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
  useRevalidator,
} from 'react-router'
import { filterHairTags } from '#contract/looks/likeness.ts'
import {
  type FreeOf,
  freeOfMessages,
  freeOfTags,
  type LookTag,
  mostLookPictures,
  mostTags,
} from '#contract/looks/vocabulary.ts'
import type { LookPicture } from '#contract/search/look-in-mind.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { pictureTypes, sendPicture, shrinkPicture } from '#web/platform/pictures/upload-picture.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { useForm } from '#web/platform/use-form.ts'
import { formatQuoteDay, formatSearchPeople, formatPlaceAndTown } from '#web/search/quotes/quote-phrases.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { ChipChoices } from '#web/ui/fields/chip-choices.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { BackLink } from '#web/ui/titled-page.tsx'
import { LookShown } from './look-shown.tsx'
import { lookMessages } from './look-messages.ts'
import { readLook } from './read-look.ts'
import { TagChoice } from './tag-choice.tsx'

export const meta: MetaFunction = () => [
  { title: formatMessage(lookMessages['look.meta.title']) },
  { name: 'robots', content: 'noindex' },
]

/** Loads the look of the visitor's own search; others get 404. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = serverApi(context)
  const quoteId = params['quoteId'] as string
  try {
    const [look, { search }] = await Promise.all([
      api.looks.show({ quoteId }),
      api.search.formSettingsOfSearch({ searchId: quoteId }),
    ])
    return { look, search, countryCode: search.countryCode }
  } catch (error) {
    if (error instanceof ApiError && [400, 403, 404].includes(error.status)) throw data(null, { status: 404 })
    throw error
  }
}

/** Saves the look and redirects to the quotes; shows refusals beside the choices. */
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

export default function LookPage() {
  const { look, search } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const sending = useNavigation().formMethod === 'POST'
  const t = createTranslator(lookMessages, search.countryCode)
  const { tags, freeOf } = answer?.look ?? look
  const quotes = `/quotes/${search.id}`
  return (
    <main id="main" tabIndex={-1} className="page-width section stack gap-24">
      <BackLink to={quotes} label={t('look.back')} />
      <div className="stack gap-8">
        <h1 className="heading-1">{t('look.title')}</h1>
        <p className="muted">
          {[formatPlaceAndTown(search), formatQuoteDay(search), formatSearchPeople(search)].join(', ')}
        </p>
        <p className="lead">{t('look.text')}</p>
      </div>
      <Note kind="info">{t('look.private')}</Note>
      {answer?.error && !sending && (
        <Note kind="error">
          {answer.error} {tags.length > mostTags && `(${tags.length})`}
        </Note>
      )}
      {filterHairTags(look.tags).length > 0 && (
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

interface LookFieldsProps {
  country: Country
  tags: readonly LookTag[]
  freeOf: readonly FreeOf[]
}

function LookFields({ country, tags, freeOf }: LookFieldsProps) {
  const t = createTranslator(lookMessages, country)
  return (
    <>
      <TagChoice country={country} chosen={tags} />
      <div className="stack gap-8">
        <ChipChoices
          label={t('look.freeOf')}
          name="freeOf"
          options={freeOfTags.map((one) => ({ value: one, label: formatMessage(freeOfMessages[one], {}, country) }))}
          chosen={freeOf}
        />
        <p className="small muted">{t('look.freeOf.text')}</p>
      </div>
    </>
  )
}

interface LookPicturesProps {
  quoteId: string
  pictures: readonly LookPicture[]
  country: Country
}

/** Pictures of a look: each can be removed; uploads need a script. */
function LookPictures({ quoteId, pictures, country }: LookPicturesProps) {
  const t = createTranslator(lookMessages, country)
  const { revalidate } = useRevalidator()
  const { pending, run } = useForm()
  const [problem, setProblem] = useState<'signIn' | string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const room = mostLookPictures - pictures.length
  const sendOne = async (one: File) => {
    const shrunk = await shrinkPicture(one)
    if ('refused' in shrunk)
      return formatMessage(sharedMessages[shrunk.refused === 'size' ? 'field.file.size' : 'field.file.type'])
    try {
      const fileUrl = await sendPicture(shrunk.blob, 'looks', () => {})
      await browserApi().looks.addUpload({ quoteId, fileUrl })
      return null
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_signed_in') return 'signIn'
      return error instanceof ApiError && error.status > 0
        ? error.message
        : formatMessage(sharedMessages['field.file.failed'], { file: one.name })
    }
  }
  const add = (files: FileList | null) =>
    run(async () => {
      setProblem(null)
      for (const one of [...(files ?? [])].slice(0, room)) {
        const said = await sendOne(one)
        if (said) setProblem(said)
      }
      if (file.current) file.current.value = ''
      await revalidate()
    })
  return (
    <section className="card pad-24 stack" aria-labelledby="look-pictures">
      <h2 className="heading-3" id="look-pictures">
        {t('look.pictures')}
      </h2>
      <p className="small muted">{t('look.pictures.text', { n: mostLookPictures })}</p>
      <LookShown
        pictures={pictures}
        country={country}
        act={(picture, n) => (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="picture" value={picture._id} />
            <IconButton disc type="submit" name="intent" value="remove" label={t('look.pictures.remove', { n })}>
              <X className="icon" aria-hidden="true" />
            </IconButton>
          </Form>
        )}
      />
      <p className="visually-hidden" role="status">
        {t('look.pictures.count', { n: pictures.length })}
      </p>
      {room > 0 && (
        <div className="with-script">
          <input
            ref={file}
            type="file"
            accept={pictureTypes}
            multiple
            hidden
            aria-label={t('look.pictures.add')}
            onChange={(event) => add(event.target.files)}
          />
          <Button kind="secondary" loading={pending} onClick={() => file.current?.click()}>
            <ImagePlus className="icon" aria-hidden="true" />
            {t('look.pictures.add')}
          </Button>
        </div>
      )}
      {problem === 'signIn' ? (
        <FieldError>
          {t('look.pictures.signIn')}{' '}
          <Link className="link" to={`/login?redirect=/quotes/${quoteId}/look`}>
            {t('look.pictures.signIn.act')}
          </Link>
        </FieldError>
      ) : (
        problem && <FieldError>{problem}</FieldError>
      )}
    </section>
  )
}
