import type { OperatorForm } from '#contract/catalog/forms/operator-forms.ts'
import { reader } from '#contract/words.ts'
import { moment } from '#web/operator/when.ts'
import { operatorFormWords } from './form-words.ts'

const t = reader(operatorFormWords)

type Version = OperatorForm['versions'][number]

/** What a form asks now, and all that it asked before. */
export function FormVersions({ versions: [newest, ...before] }: { versions: readonly Version[] }) {
  return (
    <>
      {newest && <VersionShown version={newest} />}
      {before.length > 0 && (
        <details>
          <summary>{t('op.forms.before', { n: before.length })}</summary>
          <div className="stack gap-16">
            {before.map((version) => (
              <VersionShown key={version.number} version={version} />
            ))}
          </div>
        </details>
      )}
    </>
  )
}

function VersionShown({ version: { number, publishedAt, signed, intro, questions } }: { version: Version }) {
  return (
    <div className="stack gap-8">
      <p className="small muted">
        {t('op.forms.version', { number, date: moment(publishedAt) })}, {t('op.forms.signed', { n: signed })}
      </p>
      <p>{intro}</p>
      <ol className="stack gap-4">
        {questions.map(({ kind, text }, i) => (
          <li key={text}>
            {`${i + 1}. ${text} `}
            <span className="small muted">({t(`op.forms.answer.${kind}`)})</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
