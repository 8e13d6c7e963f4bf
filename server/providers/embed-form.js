;(() => {
  const page = document.documentElement
  const form = document.querySelector('form')
  const words = form?.dataset ?? {}

  const make = (tag, properties = {}, ...children) => {
    const { data = {}, aria = {}, ...own } = properties
    const element = Object.assign(document.createElement(tag), own)
    Object.assign(element.dataset, data)
    for (const [name, value] of Object.entries(aria)) element.setAttribute(`aria-${name}`, value)
    element.append(...children)
    return element
  }
  const button = (properties, ...children) => make('button', { type: 'button', ...properties }, ...children)

  /** Leaves out empty fields, so that the address holds only what was chosen. */
  const omitEmptyFields = () =>
    form.addEventListener('submit', () => {
      const empty = [...form.elements].filter(({ name, value }) => name && (value === '' || value === '0'))
      for (const field of empty) field.disabled = true
      setTimeout(() => {
        for (const field of empty) field.disabled = false
      })
    })

  const showSum = () => {
    const output = form.querySelector('output')
    const least = +output.dataset.least
    const money = new Intl.NumberFormat(page.lang, {
      style: 'currency',
      currency: output.dataset.currency,
      trailingZeroDisplay: 'stripIfInteger',
    })
    form.addEventListener('input', () => {
      let [n, sum] = [0, 0]
      for (const { value, dataset } of form.querySelectorAll('[data-price]')) {
        const count = Math.max(0, Math.floor(+value) || 0)
        n += count
        sum += count * dataset.price
      }
      const text = sum < least ? output.dataset.topped : output.dataset.sum
      output.textContent = n ? text.replace('#n', n).replace('#sum', () => money.format(Math.max(sum, least))) : ''
    })
  }

  /** Replaces the number of a service with an Add button, and with fewer and more once it has one. */
  const addStepper = (input) => {
    const name = input.dataset.name
    const count = make('b')
    const add = button({ className: 'add', textContent: words.add, aria: { label: `${words.add} ${name}` } })
    const fewer = button({ textContent: '−', aria: { label: `${words.fewer}: ${name}` } })
    const more = button({ textContent: '+', aria: { label: `${words.more}: ${name}` } })
    const stepper = make('span', { className: 'stepper' }, fewer, count, more)
    const set = (n, focused) => {
      input.value = n
      count.textContent = n
      add.hidden = n > 0
      stepper.hidden = n === 0
      more.disabled = n >= +input.max
      if (!focused) return
      input.dispatchEvent(new Event('input', { bubbles: true }))
      ;(n === 0 ? add : focused.disabled ? fewer : focused).focus()
    }
    add.onclick = () => set(1, more)
    fewer.onclick = () => set(+input.value - 1, fewer)
    more.onclick = () => set(+input.value + 1, more)
    input.hidden = true
    input.after(add, stepper)
    set(+input.value || 0)
  }

  /** Replaces a field with a button that opens a panel below it. `fill` returns the panel's content. */
  const addPicker = (control, format, fill) => {
    const label = form.querySelector(`label[for="${control.id}"]`)
    const value = make('span', { id: `${control.id}-value` })
    const opener = button({ id: `${control.id}-open`, className: 'picker' }, value)
    const panel = make('div', { className: 'panel', hidden: true })
    label.id = `${control.id}-label`
    label.htmlFor = opener.id
    opener.setAttribute('aria-labelledby', `${label.id} ${value.id}`)
    panel.setAttribute('role', 'group')
    panel.setAttribute('aria-labelledby', label.id)
    const show = (open) => {
      panel.hidden = !open
      opener.setAttribute('aria-expanded', open)
      value.textContent = format(control.value)
      if (open) panel.replaceChildren(...fill(choose, panel))
    }
    const close = () => {
      show(false)
      opener.focus()
    }
    const choose = (to, stay) => {
      control.value = to
      if (stay) value.textContent = format(to)
      else close()
    }
    opener.onclick = () => {
      show(panel.hidden)
      panel.querySelector('[tabindex="0"], :checked')?.focus()
    }
    panel.onkeydown = ({ key }) => key === 'Escape' && close()
    control.hidden = true
    control.after(opener, panel)
    show(false)
  }

  const toDay = (date) => date.toISOString().slice(0, 10)
  const toDate = (day) => new Date(`${day}T12:00:00Z`)
  const addDays = (day, n) => toDay(new Date(+toDate(day) + n * 864e5))
  const formatDay = (day, options) =>
    new Intl.DateTimeFormat(page.lang, { timeZone: 'UTC', ...options }).format(toDate(day))
  const longDay = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }

  /** A month of days as a grid: arrow keys move by day and week, Page Up and Page Down by month. */
  const addCalendar = (input) =>
    addPicker(
      input,
      (day) => (day ? formatDay(day, longDay) : words.date),
      (choose, panel) => {
        const startsOn = +words.weekStart
        const draw = (focused) => {
          const first = `${focused.slice(0, 7)}-01`
          const turn = (months) => {
            const to = toDate(first)
            to.setUTCMonth(to.getUTCMonth() + months)
            return toDay(to) < input.min ? input.min : toDay(to)
          }
          const move = (to, months = 0) => {
            panel.replaceChildren(...draw(to < input.min ? input.min : to))
            const [earlier, later] = panel.querySelectorAll('.turn')
            const pressed = months < 0 ? earlier : later
            ;(months && !pressed.disabled ? pressed : panel.querySelector('[tabindex="0"]')).focus()
          }
          const turner = (label, months) =>
            button({
              className: 'turn',
              textContent: months < 0 ? '‹' : '›',
              aria: { label },
              disabled: months < 0 && first <= input.min,
              onclick: () => move(turn(months), months),
            })
          const dayButton = (day) =>
            button({
              textContent: +day.slice(8),
              disabled: day < input.min,
              tabIndex: day === focused ? 0 : -1,
              aria: { label: formatDay(day, longDay), pressed: day === input.value },
              onclick: () => choose(day),
            })
          const title = make('b', { textContent: formatDay(first, { month: 'long', year: 'numeric' }) })
          title.setAttribute('aria-live', 'polite')
          const before = (toDate(first).getUTCDay() - startsOn + 7) % 7
          const days = make('div', { className: 'days' })
          for (let i = 0; i < 7; i++) {
            const letters = formatDay(addDays(first, i - before), { weekday: 'short' }).slice(0, 2)
            days.append(make('span', { textContent: letters, aria: { hidden: true } }))
          }
          for (let i = 0; i < before; i++) days.append(make('span'))
          for (let day = first; day.slice(0, 7) === first.slice(0, 7); day = addDays(day, 1))
            days.append(dayButton(day))
          days.onkeydown = (event) => {
            const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
            if (event.key in steps) move(addDays(focused, steps[event.key]))
            else if (event.key === 'PageUp') move(turn(-1))
            else if (event.key === 'PageDown') move(turn(1))
            else return
            event.preventDefault()
          }
          return [make('div', { className: 'month' }, turner(words.earlier, -1), title, turner(words.later, 1)), days]
        }
        return draw(input.value || input.min)
      },
    )

  const addTimes = (select) => {
    const nameOf = (value) => [...select.options].find((option) => option.value === value)?.text ?? ''
    addPicker(select, nameOf, (choose) => {
      let moving = false
      const times = [...select.options].map(({ value, text }) => {
        const radio = make('input', { type: 'radio', name: 'choice', value, checked: value === select.value })
        // Without a form of its own it is not sent.
        radio.setAttribute('form', 'none')
        radio.onkeydown = (event) => {
          moving = event.key.startsWith('Arrow')
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          choose(value)
        }
        radio.onchange = () => choose(value, moving)
        return make('label', { onpointerdown: () => (moving = false) }, radio, make('span', { textContent: text }))
      })
      return [make('div', { className: 'times' }, ...times)]
    })
  }

  /** Posts the height of the page to the site around it, which is named in the address. */
  const postHeight = () => {
    const { around } = page.dataset
    if (!around || parent === window) return
    let last = 0
    const post = () => {
      const height = Math.ceil(page.getBoundingClientRect().height)
      if (height === last) return
      last = height
      parent.postMessage({ primp: 1, height }, around)
    }
    new ResizeObserver(post).observe(page)
    post()
  }

  if (form) {
    omitEmptyFields()
    showSum()
    for (const input of form.querySelectorAll('[data-price]')) addStepper(input)
    addCalendar(form.elements.date)
    addTimes(form.elements.time)
  }
  postHeight()
})()
