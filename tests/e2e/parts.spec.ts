import { dayAfter } from './market.ts'
import type { Locator, Page } from '@playwright/test'
import { expect as strict, test, running } from './stage.ts'

// Checks every row, even after a failure.
const expect = strict.configure({ soft: true, timeout: 15_000 })

/** A row of a keyboard table of the ARIA Authoring Practices: keys, effect and check. */
interface Row {
  keys: string
  does: string
  seen: () => Promise<void>
}

async function keysDo(page: Page, start: () => Promise<void>, rows: readonly Row[]): Promise<void> {
  for (const { keys, does, seen } of rows)
    await test.step(`${keys}: ${does}`, async () => {
      await start()
      for (const key of keys.split(' ')) await page.keyboard.press(key)
      await seen()
    })
}

async function beMia(page: Page): Promise<void> {
  const answer = await page
    .context()
    .request.post('/v1/accounts/login', { data: { email: 'mia@primp.test', password: 'primp-sample-1' } })
  const { token, user } = (await answer.json()).data
  await page.addInitScript(
    ([session, person]) => {
      localStorage.setItem('primpUser', person as string)
      localStorage.setItem('primpSession', session as string)
    },
    [JSON.stringify({ token, pathRequested: null }), JSON.stringify(user)],
  )
}

// https://www.w3.org/WAI/ARIA/apg/patterns/combobox/#keyboardinteraction
test('the keys of a combobox with a list', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('combobox', { name: 'Location' })
  const options = page.getByRole('option')
  const field = page.locator('[data-field=location]:visible')
  const active = () => page.locator(`[role=option][aria-selected=true]`)
  const caret = () => box.evaluate((input: HTMLInputElement) => input.selectionStart)
  const start = async () => {
    if (!(await box.isVisible())) await field.click()
    await box.fill('')
    await box.fill('Hackney')
    await strict(options.filter({ hasText: 'Hackney' }).first()).toBeVisible()
    await strict(box).toBeFocused()
  }
  const isOn = async (option: Locator) => {
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expect(box).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
    await expect(box).toBeFocused()
  }
  const isOnText = async (at: number) => {
    await expect(active()).toHaveCount(0)
    await expect(box).not.toHaveAttribute('aria-activedescendant')
    await expect(box).toBeFocused()
    expect(await caret()).toBe(at)
  }
  const isClosed = async () => {
    await expect(options).toHaveCount(0)
    await expect(box).toHaveAttribute('aria-expanded', 'false')
    await expect(box).toHaveValue('Hackney')
    await expect(box).toBeFocused()
  }
  await keysDo(page, start, [
    { keys: 'ArrowDown', does: 'goes to the first option', seen: () => isOn(options.first()) },
    { keys: 'ArrowDown ArrowDown', does: 'goes to the next option', seen: () => isOn(options.nth(1)) },
    { keys: 'ArrowUp', does: 'goes to the last option', seen: () => isOn(options.last()) },
    { keys: 'ArrowUp ArrowUp', does: 'goes to the previous option', seen: async () => isOn(options.nth(-2)) },
    { keys: 'ArrowUp ArrowDown', does: 'goes from the last option to the first', seen: () => isOn(options.first()) },
    { keys: 'ArrowDown ArrowUp', does: 'goes from the first option to the last', seen: () => isOn(options.last()) },
    {
      keys: 'Escape Alt+ArrowDown',
      does: 'opens the list and keeps the focus in the text',
      seen: async () => {
        await expect(options.first()).toBeVisible()
        await expect(active()).toHaveCount(0)
      },
    },
    { keys: 'Escape ArrowDown', does: 'opens the list on its first option', seen: () => isOn(options.first()) },
    { keys: 'ArrowDown Alt+ArrowUp', does: 'closes the list and returns to the text', seen: isClosed },
    { keys: 'Escape', does: 'closes the list', seen: isClosed },
    { keys: 'ArrowDown Escape', does: 'closes the list from an option', seen: isClosed },
    { keys: 'ArrowDown ArrowLeft', does: 'returns to the text, one letter to the left', seen: () => isOnText(6) },
    {
      keys: 'Home ArrowDown ArrowRight',
      does: 'returns to the text, one letter to the right',
      seen: () => isOnText(1),
    },
    { keys: 'ArrowDown Home', does: 'returns to the start of the text', seen: () => isOnText(0) },
    { keys: 'Home ArrowDown End', does: 'returns to the end of the text', seen: () => isOnText(7) },
    {
      keys: 'ArrowDown x',
      does: 'returns to the text and types the letter',
      seen: async () => {
        await isOnText(8)
        await expect(box).toHaveValue('Hackneyx')
      },
    },
    {
      keys: 'ArrowDown Backspace',
      does: 'returns to the text and deletes the last letter',
      seen: async () => {
        await isOnText(6)
        await expect(box).toHaveValue('Hackne')
      },
    },
    {
      keys: 'ArrowDown ArrowDown Enter',
      does: 'selects the option and closes the list',
      seen: async () => {
        await expect(box).toHaveCount(0)
        await expect(field).toContainText('Hackney')
      },
    },
  ])
})

/** Date grid: https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/ */
function dateRows(grid: Locator, chosen: (day: Locator) => Promise<void>): Row[] {
  const at = (day: string) => () =>
    expect(grid.locator('button[data-day]:focus'))
      .toHaveAttribute('data-day', day)
      .then(() => undefined)
  return [
    { keys: 'ArrowRight', does: 'goes to the next day', seen: at(dayAfter(209)) },
    { keys: 'ArrowLeft', does: 'goes to the previous day', seen: at(dayAfter(207)) },
    { keys: 'ArrowDown', does: 'goes to the same day of the next week', seen: at(dayAfter(215)) },
    { keys: 'ArrowUp', does: 'goes to the same day of the previous week', seen: at(dayAfter(201)) },
    { keys: 'Home', does: 'goes to the first day of the week', seen: at(dayAfter(206)) },
    { keys: 'End', does: 'goes to the last day of the week', seen: at(dayAfter(212)) },
    { keys: 'PageDown', does: 'goes to the same day of the next month', seen: at(dayAfter(238)) },
    { keys: 'PageUp', does: 'goes to the same day of the previous month', seen: at(dayAfter(177)) },
    { keys: 'Shift+PageDown', does: 'goes to the same day of the next year', seen: at(dayAfter(574)) },
    { keys: 'Shift+PageDown Shift+PageUp', does: 'goes to the same day of the previous year', seen: at(dayAfter(208)) },
    {
      keys: 'ArrowRight Enter',
      does: 'selects the day',
      seen: () => chosen(grid.locator(`[data-day="${dayAfter(209)}"]`)),
    },
    {
      keys: 'ArrowLeft Space',
      does: 'selects the day',
      seen: () => chosen(grid.locator(`[data-day="${dayAfter(207)}"]`)),
    },
    {
      keys: 'Tab',
      does: 'leaves the days, which have a single tab stop',
      seen: async () => {
        await expect(grid.locator('button[data-day]:focus')).toHaveCount(0)
        await expect(grid.locator('button[data-day][tabindex="0"]')).toHaveCount(1)
      },
    },
    { keys: 'Tab Shift+Tab', does: 'returns to the day', seen: at(dayAfter(208)) },
  ]
}

test('the keys of a date picker', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/')
  const panel = page.getByRole('dialog', { name: /Date/ })
  const turn = (name: string) => panel.getByRole('button', { name })
  const start = async () => {
    if (!(await panel.isVisible())) await page.locator('[data-field=date]:visible').click()
    const first = panel.locator('button[data-day]').first()
    const day = panel.locator(`[data-day="${dayAfter(208)}"]`)
    while (!(await day.isVisible()))
      await turn(((await first.getAttribute('data-day')) ?? '') > '2027-06' ? 'Previous month' : 'Next month').click()
    await day.click()
    await strict(day).toBeFocused()
  }
  await keysDo(
    page,
    start,
    dateRows(panel, (day) => expect(day).toHaveAttribute('aria-pressed', 'true')),
  )
  await test.step('the buttons beside the date picker change the month and keep the focus', async () => {
    await start()
    const months = async () => (await panel.locator('caption').allTextContents()).join()
    const before = await months()
    await turn('Next month').focus()
    await page.keyboard.press('Enter')
    await expect(turn('Next month')).toBeFocused()
    expect(await months()).not.toBe(before)
    await turn('Previous month').focus()
    await page.keyboard.press('Space')
    await expect(turn('Previous month')).toBeFocused()
    expect(await months()).toBe(before)
  })
})

test('the keys of the diary and of its tabs', { tag: '@proof' }, async ({ page }) => {
  await beMia(page)
  const panel = page.getByRole('tabpanel')
  await page.goto('/dashboard/calendar?month=2027-06')
  const start = async () => {
    const day = panel.locator(`[data-day="${dayAfter(208)}"]`)
    // The month of the previous row may still be loading.
    await strict(panel.locator('[aria-busy=true]')).toHaveCount(0)
    if (!(await day.isVisible()) || !page.url().endsWith('?month=2027-06'))
      await page.goto('/dashboard/calendar?month=2027-06')
    await day.click()
    await strict(day).toBeFocused()
  }
  await keysDo(
    page,
    start,
    dateRows(panel, (day) => expect(day).toHaveAttribute('aria-pressed', 'true')),
  )
  await test.step('keys pressed while a month loads continue from the last position', async () => {
    await start()
    let arrive = () => {}
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/v1/**', (route) => held.then(() => route.continue()))
    await page.keyboard.press('Shift+PageDown')
    await page.keyboard.press('Shift+PageUp')
    await page.keyboard.press('ArrowRight')
    arrive()
    await expect(panel.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(panel.locator('button[data-day]:focus')).toHaveAttribute('data-day', dayAfter(209))
    await expect(page).toHaveURL(/month=2027-06/)
    await page.unroute('**/v1/**')
  })

  // https://www.w3.org/WAI/ARIA/apg/patterns/tabs/#keyboardinteraction
  const tab = (name: string) => page.getByRole('tab', { name })
  const isOn = (name: string) => async () => {
    await expect(tab(name)).toBeFocused()
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tab', { selected: true })).toHaveCount(1)
    await expect(panel).toHaveAccessibleName(name)
  }
  const startOnMonth = async () => {
    await tab('Month').click()
    await strict(tab('Month')).toHaveAttribute('aria-selected', 'true')
    await strict(panel).toHaveAccessibleName('Month')
  }
  await keysDo(page, startOnMonth, [
    { keys: 'ArrowRight', does: 'goes to the next tab and shows it', seen: isOn('Week') },
    { keys: 'ArrowRight ArrowLeft', does: 'goes to the previous tab and shows it', seen: isOn('Month') },
    { keys: 'ArrowLeft', does: 'goes from the first tab to the last', seen: isOn('Agenda') },
    { keys: 'ArrowLeft ArrowRight', does: 'goes from the last tab to the first', seen: isOn('Month') },
    { keys: 'End', does: 'goes to the last tab', seen: isOn('Agenda') },
    { keys: 'End Home', does: 'goes to the first tab', seen: isOn('Month') },
    { keys: 'ArrowRight Space', does: 'shows the tab', seen: isOn('Week') },
    { keys: 'ArrowRight Enter', does: 'shows the tab', seen: isOn('Week') },
    {
      keys: 'Tab',
      does: 'goes into the panel',
      seen: async () => expect(await panel.evaluate((box) => box.contains(document.activeElement))).toBe(true),
    },
    { keys: 'Tab Shift+Tab', does: 'returns to the selected tab', seen: isOn('Month') },
  ])
})

/** Modal dialog: https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/#keyboardinteraction */
async function keysOfDialog(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  const stops = dialog.locator('a[href]:visible, button:visible:enabled, input:visible')
  const inside = () => dialog.evaluate((box) => box.contains(document.activeElement))
  const start = async () => {
    if (!(await dialog.isVisible())) {
      await opener.focus()
      await page.keyboard.press('Enter')
    }
    await strict(dialog).toBeVisible()
    await strict.poll(inside).toBe(true)
  }
  const [first, last] = [stops.first(), stops.last()]
  await keysDo(page, start, [
    { keys: 'Tab', does: 'goes to the next element inside', seen: async () => expect(await inside()).toBe(true) },
    { keys: 'Shift+Tab', does: 'goes to the previous element', seen: async () => expect(await inside()).toBe(true) },
  ])
  await keysDo(page, () => start().then(() => last.focus()), [
    { keys: 'Tab', does: 'goes from the last element to the first', seen: () => expect(first).toBeFocused() },
  ])
  await keysDo(page, () => start().then(() => first.focus()), [
    { keys: 'Shift+Tab', does: 'goes from the first element to the last', seen: () => expect(last).toBeFocused() },
  ])
  await keysDo(page, start, [
    {
      keys: 'Escape',
      does: 'closes the dialog and returns the focus',
      seen: async () => {
        await expect(dialog).toBeHidden()
        await expect(opener).toBeFocused()
      },
    },
  ])
}

test('the keys of a modal dialog', async ({ page }) => {
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Open menu' })
  await keysOfDialog(page, page.getByRole('dialog', { name: 'Menu' }), opener)
})

test('the keys of a search panel', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/')
  const opener = page.locator('[data-field=services]:visible')
  await keysOfDialog(page, page.getByRole('dialog', { name: 'Who needs what' }), opener)
})

// https://www.w3.org/WAI/ARIA/apg/patterns/slider/#keyboardinteraction
test('the keys of a slider', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/join')
  await running(page)
  const slider = page.getByRole('slider')
  const start = async () => {
    await slider.fill('4')
    await slider.focus()
  }
  const is = (value: string) => () => expect(slider).toHaveValue(value)
  await keysDo(page, start, [
    { keys: 'ArrowRight', does: 'adds a step', seen: is('5') },
    { keys: 'ArrowUp', does: 'adds a step', seen: is('5') },
    { keys: 'ArrowLeft', does: 'subtracts a step', seen: is('3') },
    { keys: 'ArrowDown', does: 'subtracts a step', seen: is('3') },
    { keys: 'Home', does: 'goes to the minimum', seen: is('1') },
    { keys: 'End', does: 'goes to the maximum', seen: is('7') },
    {
      keys: 'PageUp',
      does: 'adds at least one step',
      seen: async () => expect(Number(await slider.inputValue())).toBeGreaterThan(4),
    },
    {
      keys: 'PageDown',
      does: 'subtracts at least one step',
      seen: async () => expect(Number(await slider.inputValue())).toBeLessThan(4),
    },
  ])
})
