import { useState } from 'react'
import { formatDate, zonedDay } from '#contract/format.ts'
import type { PersonPictures } from '#contract/reviews/before-after.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { AddPair } from './add-pair.tsx'
import { Pair, pictureMessages } from './pair.tsx'

export function OwnPictures({ linkKey }: { linkKey: string }) {
  const { answer, fault } = useAnswer(linkKey, () => browserApi().beforeAfter.show({ key: linkKey }))
  const [changed, setPictures] = useState<PersonPictures | null>(null)
  const pictures = changed ?? answer
  const t = createTranslator(pictureMessages)
  if (!pictures && !fault) return null
  return (
    <section className="card pad-24 stack with-script" aria-labelledby="before-after">
      <h2 className="heading-3" id="before-after">
        {t('pair.title')}
      </h2>
      {!pictures ? (
        <Note kind="error">{t('pair.failed')}</Note>
      ) : pictures.pair ? (
        <Answer key={pictures.pair.id} pictures={pictures} linkKey={linkKey} onChange={setPictures} />
      ) : (
        <>
          <p>{t('mine.text', { provider: pictures.provider })}</p>
          <AddPair
            label={t('pair.title')}
            reviewKey={linkKey}
            onSent={async (files) => setPictures(await browserApi().beforeAfter.add({ key: linkKey, ...files }))}
          />
        </>
      )}
      {pictures && <Said pictures={pictures} />}
    </section>
  )
}

interface AnswerProps {
  pictures: PersonPictures
  linkKey: string
  onChange: (next: PersonPictures) => void
}

function Answer({ pictures, linkKey, onChange }: AnswerProps) {
  const { provider, countryCode, pair, consent } = pictures
  const t = createTranslator(pictureMessages, countryCode)
  const [gallery, setGallery] = useState(pair?.yes?.gallery ?? false)
  const { formError, isPending, run } = useForm({
    refusals: {
      // The pair was replaced: shows the new one, which needs its own consent.
      state_changed: ({ message }) => {
        showToast('info', message)
        browserApi()
          .beforeAfter.show({ key: linkKey })
          .then(onChange, () => undefined)
        return null
      },
    },
  })
  if (!pair) return null
  const answer = async (yes: boolean) => {
    const input = { key: linkKey, yes, gallery: yes && gallery, version: consent.version, pairId: pair.id }
    const done = await run(() => browserApi().beforeAfter.answer(input), { name: yes ? 'yes' : 'no' })
    if (done) onChange(done.answer)
  }
  const { yes } = pair
  return (
    <div className="stack gap-12">
      {formError && <Note kind="error">{formError}</Note>}
      <Pair pair={pair} name={provider} />
      <div role="status">
        {yes ? (
          <Note kind="success">{t('mine.shown', { date: formatDate(zonedDay(yes.at, 'UTC'), countryCode) })}</Note>
        ) : (
          pair.addedBy === 'provider' && <p>{t('mine.from', { provider })}</p>
        )}
      </div>
      <p>{consent.yes}</p>
      <Checkbox name="gallery" checked={gallery} onChange={() => setGallery(!gallery)}>
        {consent.gallery}
      </Checkbox>
      <div className="row gap-12 wrapping">
        {(!yes || yes.gallery !== gallery) && (
          <Button loading={isPending('yes')} onClick={() => answer(true)}>
            {t(yes ? 'mine.change' : 'mine.yes')}
          </Button>
        )}
        <Button kind="secondary" loading={isPending('no')} onClick={() => answer(false)}>
          {t(yes ? 'mine.back' : 'mine.no')}
        </Button>
      </div>
    </div>
  )
}

function Said({ pictures: { said, countryCode } }: { pictures: PersonPictures }) {
  const t = createTranslator(pictureMessages, countryCode)
  if (said.length === 0) return null
  return (
    <details>
      <summary>{t('mine.said')}</summary>
      <ul className="stack gap-4 small">
        {said.map(({ said: word, at }) => (
          <li key={at}>{t(`mine.said.${word}`, { date: formatDate(zonedDay(at, 'UTC'), countryCode) })}</li>
        ))}
      </ul>
    </details>
  )
}
