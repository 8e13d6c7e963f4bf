import { ImagePlus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from 'react-router'
import { formatClock, formatDate, zonedDay, zonedTime } from '#contract/format.ts'
import { hairTags } from '#contract/looks/likeness.ts'
import { reviewChips } from '#contract/reviews/review-words.ts'
import type { ReviewPage } from '#contract/reviews/reviews.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { pictureTypes, sendPicture, shrinkPicture } from '#web/platform/pictures/upload-picture.ts'
import { OwnPictures } from '#web/reviews/before-after/own-pictures.tsx'
import { TagChoice } from '#web/search/looks/tag-choice.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { ChipChoices } from '#web/ui/fields/chip-choices.tsx'
import fieldStyles from '#web/ui/fields/field.module.css'
import { FieldError, TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Dabs } from '#web/ui/pictures/dabs.tsx'
import { Avatar, Pan } from '#web/ui/pictures/picture.tsx'
import { revealElement } from '#web/ui/reveal.ts'
import { InvalidReview } from './invalid-review.tsx'
import styles from './review-page.module.css'
import reviewsStyles from './reviews.module.css'
import { ScoreField } from './score-field.tsx'
import { reviewMessages } from './messages.ts'

const t = createTranslator(reviewMessages)

export const meta: MetaFunction = () => createHead({ title: t('review.meta.title'), publicUrl: '', noindex: true })

type Params = LoaderFunctionArgs['params']
const linkOf = ({ appointmentId = '', type = '', key = '' }: Params) => ({
  appointmentId,
  type: type as ReviewPage['type'],
  key,
})

export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    return { page: await serverApi(context).reviews.show(linkOf(params)), key: params['key'] ?? '' }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) throw data(null, { status: 404 })
    throw error
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const link = linkOf(params)
  const score = Number(form.get('score') ?? 0)
  const typed = {
    score,
    comments: String(form.get('comments') ?? ''),
    chips: form.getAll('chips').map(String),
    hairTags: hairTags.filter((tag) => form.getAll('tag').includes(tag)),
    pictures: form.getAll('pictures').map(String),
  }
  if (!score) return data({ error: null, scoreError: t('review.score.error'), typed }, { status: 400 })
  try {
    const api = serverApi(context).reviews
    await (form.get('change') ? api.change({ ...link, ...typed }) : api.post({ ...link, ...typed }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return data(
      { error: error.errors[0]?.message ?? error.message, scoreError: null, typed },
      { status: error.status || 503 },
    )
  }
  return redirect(`/post-review/${link.appointmentId}/${link.type}/${link.key}/${score}`)
}

export default function ReviewLinkPage() {
  const { page, key } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const { type, state, review, firstName, countryCode } = page
  const on = (instant: string) => formatDate(zonedDay(instant, page.timeZone), countryCode)
  const changing = review?.editable === true && query.has('change')
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width stack gap-24', reviewsStyles.reviewPage)}>
      <div className="row gap-16">
        {type === 'customer' && <Avatar size={72} src={page.picture.src} alt="" />}
        <div>
          <h1 className="heading-1">
            {t(type === 'customer' ? 'review.title' : 'review.title.provider', { firstName })}
          </h1>
          <p className="muted">
            {t('review.context', {
              event: page.event || t('review.event'),
              place: page.place,
              date: formatDate(page.eventDate, countryCode),
            })}
          </p>
        </div>
      </div>
      {review && !changing ? (
        <Note kind="info">
          {review.removedReason ? t('review.removed', { reason: review.removedReason }) : t('review.already')}{' '}
          {review.editable && (
            <>
              <a className="link" href="?change=1">
                {t('review.already.change')}
              </a>{' '}
              <span>{t('review.edit', { date: on(review.editUntil) })}</span>
            </>
          )}
        </Note>
      ) : state === 'early' ? (
        <Note kind="info">
          {zonedDay(page.opensAt, page.timeZone) === zonedDay(new Date().toISOString(), page.timeZone)
            ? t('review.early', { clock: formatClock(zonedTime(page.opensAt, page.timeZone)) })
            : t('review.early.day', {
                date: on(page.opensAt),
                clock: formatClock(zonedTime(page.opensAt, page.timeZone)),
              })}
        </Note>
      ) : state === 'closed' && !changing ? (
        <Note kind="info">{t('review.closed', { date: on(page.closesAt) })}</Note>
      ) : (
        <ReviewForm page={page} reviewKey={key} />
      )}
      {type === 'customer' && (review || state === 'closed') && !changing && <OwnPictures linkKey={key} />}
    </main>
  )
}

function ReviewForm({ page, reviewKey }: { page: ReviewPage; reviewKey: string }) {
  const { type, review } = page
  const answer = useActionData<typeof action>()
  const before =
    answer?.typed ??
    (review && {
      score: review.score,
      comments: review.comments,
      chips: review.chips,
      hairTags: review.hairTags,
      pictures: review.pictures.map(({ src }) => src),
    })
  const asked = Number(useSearchParams()[0].get('score'))
  const [score, setScore] = useState(before?.score ?? ([1, 2, 3, 4, 5].includes(asked) ? asked : 0))
  const [pictures, setPictures] = useState<readonly string[]>(before?.pictures ?? [])
  const [scoreError, setScoreError] = useState<string | null>(null)
  const first = useRef<HTMLInputElement>(null)
  const sending = useNavigation().state !== 'idle'
  const shownError = scoreError ?? (score ? null : (answer?.scoreError ?? null))
  useEffect(() => {
    if (answer?.scoreError) revealElement(first.current)
  }, [answer])
  return (
    <Form
      method="post"
      className="card pad-32 stack gap-24"
      noValidate
      onSubmit={(event) => {
        if (score) return
        event.preventDefault()
        setScoreError(t('review.score.error'))
        revealElement(first.current)
      }}>
      {answer?.error && <Note kind="error">{answer.error}</Note>}
      {review && <input type="hidden" name="change" value="1" />}
      <ScoreField
        ref={first}
        score={score}
        error={shownError}
        onChange={(chosen) => {
          setScore(chosen)
          setScoreError(null)
        }}
      />
      <ChipChoices
        label={t('review.well')}
        name="chips"
        options={reviewChips[type].map((chip) => ({ value: chip as string, label: chip }))}
        chosen={before?.chips ?? []}
      />
      {type === 'customer' && (
        <details open={(before?.hairTags.length ?? 0) > 0 || undefined}>
          <summary>{t('review.hair')}</summary>
          <div className="stack">
            <p className="small muted">{t('review.hair.text')}</p>
            <TagChoice country={page.countryCode} chosen={before?.hairTags ?? []} only={hairTags} />
          </div>
        </details>
      )}
      <TextAreaField
        label={t('review.comments')}
        name="comments"
        hint={t('review.comments.hint')}
        rows={5}
        maxLength={2000}
        defaultValue={before?.comments ?? ''}
      />
      {type === 'customer' && <ReviewPictures pictures={pictures} reviewKey={reviewKey} onChange={setPictures} />}
      <p className="small muted">{t(type === 'customer' ? 'review.public' : 'review.private')}</p>
      <Button type="submit" size="large" full loading={sending}>
        {t(review ? 'review.save' : 'review.post')}
      </Button>
    </Form>
  )
}

export { InvalidReview as ErrorBoundary }

const MOST = 6

/** Pictures of a review, uploaded when chosen, with the link's key. */
function ReviewPictures({
  pictures,
  reviewKey,
  onChange,
}: {
  pictures: readonly string[]
  reviewKey: string
  onChange: (change: (now: readonly string[]) => readonly string[]) => void
}) {
  const [uploading, setUploading] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const add = async (files: FileList | null) => {
    setProblem(null)
    for (const one of [...(files ?? [])].slice(0, MOST - pictures.length)) {
      setUploading((n) => n + 1)
      const shrunk = await shrinkPicture(one)
      if ('refused' in shrunk)
        setProblem(t(shrunk.refused === 'size' ? 'review.pictures.size' : 'review.pictures.type'))
      else {
        const url = await sendPicture(shrunk.blob, 'reviews', () => {}, { reviewKey }).catch(() => '')
        if (url) onChange((now) => [...now, url].slice(0, MOST))
        else setProblem(t('review.pictures.failed', { file: one.name }))
      }
      setUploading((n) => n - 1)
    }
    if (file.current) file.current.value = ''
  }
  return (
    <div className={joinClasses('with-script', fieldStyles.field)}>
      <span className="field-label">{t('review.pictures')}</span>
      <ul className={joinClasses('row gap-8 wrapping', styles.reviewPictures)}>
        {pictures.map((url, i) => (
          <li key={url}>
            <input type="hidden" name="pictures" value={url} />
            <Pan className={styles.frame} src={url} alt="" />
            <IconButton
              className={styles.iconButton}
              disc
              label={t('review.pictures.remove', { n: i + 1 })}
              onClick={() => onChange((now) => now.filter((other) => other !== url))}>
              <X className="icon" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
        {pictures.length < MOST && (
          <li>
            <input
              ref={file}
              type="file"
              accept={pictureTypes}
              multiple
              hidden
              onChange={(event) => add(event.target.files)}
            />
            <button
              type="button"
              className={styles.addPicture}
              aria-label={t('review.pictures.add')}
              aria-busy={uploading > 0 || undefined}
              disabled={uploading > 0}
              onClick={() => file.current?.click()}>
              {uploading > 0 ? <Dabs /> : <ImagePlus className="icon icon-large" aria-hidden="true" />}
            </button>
          </li>
        )}
      </ul>
      <p className="micro hint">{t('review.pictures.hint')}</p>
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  )
}
