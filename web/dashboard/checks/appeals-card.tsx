import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Appeal, AppealedDecision, OwnAppeals } from '#contract/signup/appeals/appeals.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { SealedPictures } from '#web/platform/pictures/sealed-pictures.tsx'
import { type Errors, useAct } from '#web/platform/use-act.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { PictureList } from './picture-list.tsx'
import { useCheckWords } from './use-check-words.ts'
import moneyListStyles from '#web/ui/money-list.module.css'

const LEAST = 20

/** An artist's appeals with their answers, and a form where there is something to appeal against. */
export function AppealsCard({ own: { appeals, open } }: { own: OwnAppeals }) {
  const { t } = useCheckWords()
  return (
    <div id="appeals">
      <TitledCard title={t('appeals.title')}>
        <p className="muted">{t('appeals.text')}</p>
        {appeals.length > 0 && (
          <ul className={moneyListStyles.moneyList}>
            {appeals.map((appeal) => (
              <AppealLine key={appeal.id} appeal={appeal} />
            ))}
          </ul>
        )}
        {open.length > 0 ? (
          <AppealForm key={open.map(({ decidedAt }) => decidedAt).join()} open={open} />
        ) : (
          appeals.length === 0 && <p>{t('appeals.none')}</p>
        )}
      </TitledCard>
    </div>
  )
}

/** What a decision was, in a line. */
function useDecision() {
  const { t } = useCheckWords()
  return ({ kind, label }: AppealedDecision) => t(`appeal.kind.${kind}`, { label })
}

function AppealLine({ appeal }: { appeal: Appeal }) {
  const { t, day } = useCheckWords()
  const said = useDecision()
  const { decision, against } = appeal
  return (
    <li>
      <div className="stack gap-4 can-shrink">
        <span className="row gap-8 wrapping">
          <b className="bold">{said(against)}</b>
          <Badge look={decision ? (decision.upheld ? 'jadeSoft' : 'disabled') : 'info'}>
            {t(decision ? (decision.upheld ? 'appeal.upheld' : 'appeal.dismissed') : 'appeal.waits')}
          </Badge>
        </span>
        <span className="small muted">{t('appeal.decided', { date: day(against.decidedAt) })}</span>
        <span className="small">{t('appeal.yours', { words: appeal.words })}</span>
        {decision && <span>{t('appeal.answer', { answer: decision.answer })}</span>}
        <SealedPictures
          paths={appeal.files.map((id) => `/v1/providers/me/appeals/files/${id}`)}
          words={{
            show: t('document.pictures'),
            of: (n, m) => t('document.picture', { n, m }),
            gone: t('document.gone'),
          }}
        />
      </div>
    </li>
  )
}

function AppealForm({ open }: { open: readonly AppealedDecision[] }) {
  const { t, day } = useCheckWords()
  const said = useDecision()
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const act = useAct({ form })
  const [at, setAt] = useState(0)
  const [words, setWords] = useState('')
  const [pictures, setPictures] = useState<string[]>([])
  const against = open[at]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!against) return
    const { kind, documentId } = against
    const wrong: Errors = words.trim().length < LEAST ? { words: t('appeal.words.error') } : {}
    const done = await act.run(() => browserApi().ownAppeals.send({ kind, documentId, words, pictures }), { wrong })
    if (!done) return
    toast('success', t('appeal.sent'))
    revalidate()
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      {act.said && <Note kind="error">{act.said}</Note>}
      <SelectField
        label={t('appeals.against')}
        name="against"
        value={String(at)}
        onChange={(event) => setAt(Number(event.target.value))}>
        {open.map((one, i) => (
          <option key={`${one.kind} ${one.decidedAt}`} value={String(i)}>
            {`${said(one)}, ${day(one.decidedAt)}`}
          </option>
        ))}
      </SelectField>
      {against?.reason && <p className="small muted">{against.reason}</p>}
      <TextAreaField
        label={t('appeal.words')}
        hint={t('appeal.words.hint')}
        name="words"
        rows={4}
        maxLength={4000}
        value={words}
        error={act.errors['words'] ?? null}
        onChange={(event) => setWords(event.target.value)}
      />
      <PictureList pictures={pictures} onChange={setPictures} />
      <div>
        <Button type="submit" loading={act.waiting}>
          {t('appeal.send')}
        </Button>
      </div>
    </form>
  )
}
