// Builds a page as scripts do: with nodes that no parser would make of its markup.
const make = (name, id, ...children) => {
  const element = document.createElement(name);
  if (id) element.id = id;
  element.append(...children);
  return element;
};
const outer = make("p", "outer", "Before the box ", make("div", "box", "a box inside a paragraph"), " and after the box");
const table = make("table", "", make("tr", "", make("td", "cell1", "No body"), make("td", "cell2", "of a table")));
const split = make("p", "split", "One sen", "tence in ", "three texts");
split.append(document.createComment("unseen"), " and a comment.");
const links = make("a", "link1", "A link ", make("a", "link2", "in a link"));
const line = make("pre", "line", "\nbegins with a line");
const returned = make("p", "returned", "A carriage\rreturn and half a pair \ud83d are here.");
document.getElementById("app").append(
  make("h1", "title", "Made by a script"), outer, table, split, make("p", "linked", links), line, returned,
);
