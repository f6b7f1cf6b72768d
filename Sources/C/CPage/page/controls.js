// Controls made from declarations: a slider, a choice or a switch for each option.

/** Makes an element with attributes, and texts or other elements inside. Texts never become markup. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** The button in the corner of a panel. */
export const closeButton = (body) =>
  make("button", { type: "button", class: "close", "aria-label": "Close", onclick: body }, "×");

let count = 0;

/** Begins to number controls from 1 again, so that a panel that is made again has the same ids. */
export const numberControlsAnew = () => (count = 0);

/**
 * A control for one option.
 * @param option the declaration: `name`, `help`, `unit`, `standard` and `takes`.
 * @param value the value that is set; undefined for the standard one.
 * @param onChange called with the new value, undefined for the standard one.
 */
export function control(option, value, onChange) {
  const { takes, standard } = option;
  if (!takes) return null;
  const shown = value ?? standard ?? "";
  const set = (value) => onChange(String(value) === String(standard) ? undefined : value);
  const id = `control-${++count}`;
  const label = make("label", { for: id, title: option.help }, inWords(option.name));
  const row = make("div", { class: "control" }, label);
  if (option.unit) label.append(make("small", {}, ` ${option.unit}`));
  switch (takes.type) {
    case "flag":
      row.append(make("input", {
        id, type: "checkbox", checked: String(shown) === "true",
        onchange: (event) => set(event.target.checked),
      }));
      break;
    case "choice":
      row.append(choice(id, takes.words.map((word) => [word, word]), shown, set));
      break;
    case "text":
    case "column":
    case "list":
      row.append(make("input", { id, type: "text", value: shown, onchange: (event) => set(event.target.value) }));
      break;
    default:
      row.append(...number(id, option, shown, set));
  }
  return row;
}

/** A list to choose from. */
export function choice(id, entries, value, onChange) {
  const list = make("select", { id, onchange: (event) => onChange(event.target.value) });
  for (const [word, name] of entries) {
    list.append(make("option", { value: word, selected: word === value }, name));
  }
  return list;
}

/** A slider with a field beside it; the field takes what the slider cannot say, such as sizes by zoom. */
function number(id, { takes, standard, name }, shown, set) {
  const scale = new SliderScale(takes, Number(standard));
  const read = (text) => (text !== "" && Number.isFinite(Number(text)) ? Number(text) : text);
  const field = make("input", {
    id, type: "text", inputmode: "decimal", value: shown,
    onchange: () => set(field.value === "" ? standard : read(field.value)),
  });
  const slider = make("input", {
    type: "range", min: 0, max: 1, step: "any", value: scale.position(Number(shown)),
    "aria-label": inWords(name),
    oninput: () => {
      field.value = scale.value(Number(slider.value));
      set(Number(field.value));
    },
  });
  field.addEventListener("change", () => (slider.value = scale.position(Number(field.value))));
  return [slider, field];
}

/** Where a number is on a slider. Wide ranges go by powers, and no farther than is of use. */
class SliderScale {
  constructor({ type, low, high }, standard) {
    const usual = Math.max(Math.abs(Number.isFinite(standard) ? standard : 0), 1);
    this.isWhole = type === "integer" || high - low >= 50;
    this.least = Math.max(low, -usual * 20);
    this.most = Math.min(high, Math.max(usual * 20, 20));
    this.isByPower = this.least >= 0 && this.most - this.least > 100;
  }

  value(position) {
    const { least, most } = this;
    const exact = this.isByPower
      ? least + (Math.expm1(position * Math.log1p(most - least)))
      : least + position * (most - least);
    return this.isWhole ? Math.round(exact) : Number(exact.toPrecision(3));
  }

  position(value) {
    const { least, most } = this;
    const share = this.isByPower
      ? Math.log1p(Math.max(0, value - least)) / Math.log1p(most - least)
      : (value - least) / (most - least);
    return Number.isFinite(share) ? share : 0;
  }
}

/** "Cell size" for "cellSize". */
const inWords = (name) => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0].toUpperCase() + words.slice(1);
};
