// The story is not in the page's markup: whoever prints what is seen must have it from the live page.
const codeSecret = "code-secret";
const add = (id, text) => {
  const element = document.createElement("p");
  element.id = id;
  element.textContent = text;
  document.getElementById("story").append(element);
};
add("byline", "By Hanna Weber, 3 May 2023");
add("one", "For thirty years the clock on the old granary stood still, and nobody in the town remembered who had stopped it. "
  + "Then a clockmaker moved into the house next door, and could not sleep for the silence.");
add("two", "She asked the mayor for the key, was told that there was none, and went in through the roof with a lantern and her tools. "
  + "Behind the dial she found a nest, a newspaper of the year of the great drought, and a wheel without a tooth.");
add("three", "It took her two winters to cut a new wheel by hand. When the clock struck again on a morning in spring, people came out "
  + "of their houses and stood in the square, and some of them set their watches.");
add("four", "Since then the town has been a minute ahead of the railway, and the station master has given up complaining about it.");
const root = document.querySelector("lead-box").attachShadow({mode: "open"});
root.append(Object.assign(document.createElement("p"), {id: "boxed", textContent: "From a shadow: the wheel can be seen in the museum."}));
