import { useState } from 'react'
import { Duty } from '#contract/accounts/duties.ts'
import type { Person } from '#contract/operator/people.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { controlWords } from '#web/operator/control-words.ts'
import type { Confirmation } from '#web/operator/use-confirmation.tsx'

const t = reader(controlWords)

/** What of the console somebody may open; none is no operator. */
export function PersonDuties({ person, confirm }: { person: Person; confirm: (confirmation: Confirmation) => void }) {
  const [chosen, setChosen] = useState<readonly Duty[]>(person.duties)
  const more = chosen.some((duty) => !person.duties.includes(duty))
  const same = !more && chosen.length === person.duties.length
  const save = () =>
    confirm({
      title: t('op.duties.confirm', { name: person.name }),
      text: t(more ? 'op.duties.confirm.more' : 'op.duties.confirm.less'),
      act: t('op.duties.save'),
      danger: !more,
      run: (reason) => browserApi().operatorPeople.setRoles({ accountId: person.id, duties: [...chosen], reason }),
    })
  return (
    <TitledCard title={t('op.duties')}>
      <p className="small muted">{t('op.duties.text')}</p>
      <fieldset className="stack gap-8">
        <legend className="visually-hidden">{t('op.duties')}</legend>
        {Duty.options.map((duty) => (
          <Checkbox
            key={duty}
            name={duty}
            checked={chosen.includes(duty)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, duty] : chosen.filter((each) => each !== duty))
            }>
            {t(`op.duty.${duty}`)}
          </Checkbox>
        ))}
      </fieldset>
      <div>
        <Button kind="secondary" disabled={same} onClick={save}>
          {t('op.duties.save')}
        </Button>
      </div>
    </TitledCard>
  )
}
