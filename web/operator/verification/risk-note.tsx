import type { Risk } from '#contract/providers/checks/operator-checks.ts'
import { reader } from '#contract/words.ts'
import { Note } from '#web/ui/note.tsx'
import { operatorCheckWords } from './check-words.ts'

const t = reader(operatorCheckWords)

/** What speaks against somebody, each reason on its own: then two people have to say yes. */
export function RiskNote({ risks }: { risks: readonly Risk[] }) {
  if (risks.length === 0) return null
  return (
    <Note kind="warning">
      <b className="bold">{t('risks.title')}</b>
      <ul>
        {risks.map((risk) => (
          <li key={risk}>{t(`risk.${risk}`)}</li>
        ))}
      </ul>
    </Note>
  )
}
